import * as z from 'zod/mini'
import { type BackupDestination, readText } from './backup-destination.ts'

/** The contents of a backup; written last, so that a backup with a manifest is complete. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Which database it was copied from; the copy is an SQLite file in both cases. */
  database: z.object({
    from: z.enum(['sqlite', 'postgres']),
    /** Size of the uncompressed file. */
    sizeBytes: z.number(),
    sha256: z.string(),
    migrations: z.array(z.string()),
  }),
  media: z.object({
    files: z.number(),
    bytes: z.number(),
    /** Hash of the list. */
    sha256: z.string(),
    /** Storage names in the database whose files were missing. */
    missing: z.array(z.string()),
  }),
  /**
   * Whether it contains the secret of the data folder, which decrypts credentials and verifies signatures.
   */
  hasSecret: z.boolean(),
})
export type Manifest = z.output<typeof Manifest>

/** A backup: the name of its folder, which is its time, and its manifest. */
export interface Generation {
  id: string
  manifest: Manifest
}

export const pathsOf = (id: string) => ({
  manifest: `generations/${id}/manifest.json`,
  database: `generations/${id}/database.sqlite.gz`,
  media: `generations/${id}/media.txt`,
  secret: `generations/${id}/secret`,
})

/**
 * The path of a stored file or variant, as `area/abcd…` or `area/abcd…-label`; all backups share the files.
 */
export const mediaPath = (name: string): string => {
  const [area = '', file = ''] = name.split('/')
  return `media/${area}/${file.slice(0, 2)}/${file}`
}

/** Complete backups, newest first. */
export async function generationsOf(destination: BackupDestination): Promise<Generation[]> {
  const generations: Generation[] = []
  for await (const { path } of destination.list('generations')) {
    const [, id] = /^generations\/([^/]+)\/manifest\.json$/.exec(path) ?? []
    const text = id === undefined ? undefined : await readText(destination, path)
    const parsed = text === undefined ? undefined : Manifest.safeParse(parseJson(text))
    if (id !== undefined && parsed?.success === true) generations.push({ id, manifest: parsed.data })
  }
  return generations.toSorted((a, b) => b.id.localeCompare(a.id))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface MediaEntry {
  sizeBytes: number
  sha256: string
}

/** Parses a backup's list of media, by name. Each line contains hash, size and name. */
export function readMediaList(text: string): Map<string, MediaEntry> {
  const lines = new Map<string, MediaEntry>()
  for (const line of text.split('\n')) {
    const [sha256, size, name] = line.split(' ')
    if (sha256 !== undefined && size !== undefined && name !== undefined)
      lines.set(name, { sizeBytes: Number(size), sha256 })
  }
  return lines
}

export function writeMediaList(media: ReadonlyMap<string, MediaEntry>): string {
  return Array.from(media, ([name, { sizeBytes, sha256 }]) => `${sha256} ${sizeBytes} ${name}\n`).join('')
}
