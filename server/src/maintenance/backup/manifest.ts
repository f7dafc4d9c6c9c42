import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { MediaDigest } from '../stored-hashes.ts'
import { type BackupDestination, readText } from './destination/backup-destination.ts'

/** The contents of a backup. The manifest is written last, so a backup that has a manifest was not interrupted. */
export const Manifest = z.object({
  /** Format 1 stores media by their name, format 2 by their content. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.string(),
  /**
   * Number of the backup, counted per destination. It gives the order of backups even if the clock was wrong. 0 in
   * format 1.
   */
  sequence: z._default(z.number(), 0),
  /** The database that was copied. The copy is always an SQLite file. */
  database: z.object({
    from: z.enum(['sqlite', 'postgres']),
    /** Size of the uncompressed database file in bytes. */
    sizeBytes: z.number(),
    sha256: z.string(),
    migrations: z.array(z.string()),
  }),
  media: z.object({
    files: z.number(),
    bytes: z.number(),
    /** SHA-256 of the media list. */
    sha256: z.string(),
    /**
     * Files that were missing in the archive. If an earlier backup has the content of such a file, the media list
     * contains it.
     */
    missing: z.array(z.string()),
    /**
     * Files whose bytes had changed in the archive. If an earlier backup has the original content of such a file, the
     * media list contains it.
     */
    damaged: z._default(z.array(z.string()), []),
  }),
  /** Whether the backup contains the secret of the data folder, which decrypts credentials and verifies signatures. */
  hasSecret: z.boolean(),
})
export type Manifest = z.output<typeof Manifest>

/** A backup: the name of its folder, which is the time of the backup, and its manifest. */
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

/** The folders of all backups, even interrupted ones, with the names of their files. */
export async function generationFolders(destination: BackupDestination): Promise<Map<string, string[]>> {
  const folders = new Map<string, string[]>()
  for await (const { path } of destination.list('generations')) {
    const [, id = '', file = ''] = path.split('/')
    folders.set(id, [...(folders.get(id) ?? []), file])
  }
  return folders
}

/**
 * Number of folders that contain a manifest, whether or not this program can read it. If `encryption.json` is lost, the
 * destination is opened as an unencrypted one, and the names of encrypted files end in `.age`.
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

/**
 * The media of a backup by name. Undefined when the media list is missing or its hash is not the one in the manifest.
 */
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

/** Parses the media list of a backup. Each line contains hash, size and name. */
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
