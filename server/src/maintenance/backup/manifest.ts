import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { MediaDigest } from '../stored-hashes.ts'
import { type BackupDestination, readText } from './destination/backup-destination.ts'

/** The contents of a backup; written last, so that a backup with a manifest was not interrupted. */
export const Manifest = z.object({
  /** 1: media are stored by their name. 2: by their content. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.string(),
  /** Counts the backups of a destination: their order, also when the clock was wrong. 0 in format 1. */
  sequence: z._default(z.number(), 0),
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
    /**
     * Files that were missing in the archive; with the content that an earlier backup has, if there is one.
     */
    missing: z.array(z.string()),
    /**
     * Files whose bytes were not those that were once stored; listed with the content of an earlier backup as well, if
     * there is one.
     */
    damaged: z._default(z.array(z.string()), []),
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

/** Whether no file was missing or damaged in the archive when the backup was made. */
export function isComplete({ manifest: { media } }: Pick<Generation, 'manifest'>): boolean {
  return media.missing.length + media.damaged.length === 0
}

export const pathsOf = (id: string) => ({
  manifest: `generations/${id}/manifest.json`,
  database: `generations/${id}/database.sqlite.gz`,
  media: `generations/${id}/media.txt`,
  secret: `generations/${id}/secret`,
})

/** The folders of all backups with their files, also of those that were interrupted. */
export async function generationFolders(destination: BackupDestination): Promise<Map<string, string[]>> {
  const folders = new Map<string, string[]>()
  for await (const { path } of destination.list('generations')) {
    const [, id = '', file = ''] = path.split('/')
    folders.set(id, [...(folders.get(id) ?? []), file])
  }
  return folders
}

/**
 * How many of these folders hold a manifest, whether or not this program can read it. Names of encrypted files end in
 * `.age` here if `encryption.json` is lost, because the destination is then opened as an unencrypted one.
 */
export function countManifests(folders: ReadonlyMap<string, readonly string[]>): number {
  const isManifest = (file: string) => file === 'manifest.json' || file === 'manifest.json.age'
  return folders.values().reduce((count, files) => count + Number(files.some(isManifest)), 0)
}

/** All backups that were not interrupted, newest first. */
export async function generationsOf(
  destination: BackupDestination,
  folders?: ReadonlyMap<string, readonly string[]>,
): Promise<Generation[]> {
  const generations: Generation[] = []
  for (const [id, files] of folders ?? (await generationFolders(destination))) {
    if (!files.includes('manifest.json')) continue
    const text = await readText(destination, pathsOf(id).manifest)
    const parsed = text === undefined ? undefined : Manifest.safeParse(parseJson(text))
    if (parsed?.success === true) generations.push({ id, manifest: parsed.data })
  }
  return generations.toSorted((a, b) => b.manifest.sequence - a.manifest.sequence || b.id.localeCompare(a.id))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The media of a backup, by name; undefined when its list is missing or is not the one of its manifest. */
export async function mediaListOf(
  destination: BackupDestination,
  { id, manifest }: Generation,
): Promise<Map<string, MediaDigest> | undefined> {
  const list = await readText(destination, pathsOf(id).media)
  return list === undefined || hashOfList(list) !== manifest.media.sha256 ? undefined : readMediaList(list)
}

export function hashOfList(list: string): string {
  return createHash('sha256').update(list).digest('hex')
}

/** Parses a backup's list of media, by name. Each line contains hash, size and name. */
function readMediaList(text: string): Map<string, MediaDigest> {
  const lines = new Map<string, MediaDigest>()
  for (const line of text.split('\n')) {
    const [sha256, size, name] = line.split(' ')
    if (sha256 !== undefined && size !== undefined && name !== undefined)
      lines.set(name, { sizeBytes: Number(size), sha256 })
  }
  return lines
}

export function writeMediaList(media: ReadonlyMap<string, MediaDigest>): string {
  return Array.from(media, ([name, { sizeBytes, sha256 }]) => `${sha256} ${sizeBytes} ${name}\n`).join('')
}
