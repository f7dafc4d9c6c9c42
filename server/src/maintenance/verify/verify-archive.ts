import type { Database } from '#database/open.ts'
import { eachOf } from '#storage/each-of.ts'
import { nameOfKey } from '#storage/names.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { type ListedEntry, type MovableStorage, STORAGE_AREAS } from '#storage/storage.ts'
import type { BackupDestination } from '../backup/destination/backup-destination.ts'
import { digestOfBytes, chunksOf } from '../hashed-bytes.ts'
import { findMissingMedia } from '../media-presence.ts'
import { mendFiles } from './mend-files.ts'
import { baseOfKey, canBeRegenerated, keyOfEntry, namedFiles } from '../named-files.ts'
import { openStoredHashes, type StoredHashes } from '../stored-hashes.ts'

/** Age from which a file without a row is reported. The row of a younger file may still be being written. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000

/** Differences between rows and files. */
export interface Findings {
  /** Number of checked files. */
  files: number
  /** Rows whose file is missing. */
  missing: { by: string; name: string }[]
  /** Files whose size differs from the one in their row. */
  wrongSize: { by: string; name: string; sizeBytes: number; expectedBytes: number }[]
  /** Files whose hash has changed, or that cannot be read. */
  damaged: string[]
  /** Files without a row whose age is at least a day. */
  orphans: string[]
  /** Number of files that were restored from a backup, or removed. */
  mended: number
  /** Files that could not be restored, because no backup contains them with the recorded hash. */
  unmended: string[]
}

interface Needs {
  db: Database
  storage: MovableStorage
  now: () => Date
}

export interface VerifyOptions {
  /** Reads every file and compares its hash with the recorded one. */
  readsBytes: boolean
  /** Removes orphans, and restores missing and damaged files from a backup if possible. */
  mends: boolean
  backups?: BackupDestination | undefined
  onFile?: (files: number) => void
}

/** Compares rows with files. A file without a recorded hash gets one when it is first read. */
export async function verifyArchive(
  { db, storage, now }: Needs,
  { readsBytes, mends, backups, onFile = () => {} }: VerifyOptions,
): Promise<Findings> {
  const findings: Findings = {
    files: 0,
    missing: [],
    wrongSize: [],
    damaged: [],
    orphans: [],
    mended: 0,
    unmended: [],
  }
  const hashes = await openStoredHashes(db, now)
  const entries = new Map<string, ListedEntry>()
  for await (const entry of storage.entries()) entries.set(keyOfEntry(entry), entry)
  findings.files = entries.size

  const named = new Map<string, number | null>()
  for await (const { by, name, sizeBytes: expectedBytes } of namedFiles(db)) {
    named.set(name, expectedBytes)
    const sizeBytes = entries.get(name)?.sizeBytes
    if (sizeBytes === undefined) findings.missing.push({ by, name })
    else if (expectedBytes !== null && sizeBytes !== expectedBytes)
      findings.wrongSize.push({ by, name, sizeBytes, expectedBytes })
  }
  for (const key of hashes.keys()) {
    const entry = nameOfKey(key)
    if (entry?.label === undefined || canBeRegenerated(entry)) continue
    if (named.has(entry.name) && !entries.has(key)) findings.missing.push({ by: 'a variant', name: key })
  }
  if (readsBytes) await readAll(storage, { entries, named, hashes }, findings, onFile)
  await hashes.drop([...hashes.keys()].filter((key) => !entries.has(key) && !named.has(baseOfKey(key))))

  const before = new Date(now().getTime() - ORPHAN_AFTER_MS)
  for (const area of STORAGE_AREAS)
    for await (const name of storage.list(area, before)) if (!named.has(name)) findings.orphans.push(name)

  if (!mends) return findings
  // If the storage belongs to another archive, its files must not be removed as orphans.
  const isOwn = (await findMissingMedia(db, storage)) === undefined
  if (isOwn) await storage.remove(findings.orphans)
  findings.mended = isOwn ? findings.orphans.length : 0
  if (backups === undefined) return findings
  const { missing, wrongSize, damaged } = findings
  const wanted = new Set([...missing, ...wrongSize].map(({ name }) => name).concat(damaged))
  const { mended, unmended } = await mendFiles({ storage, hashes, backups }, wanted, named)
  findings.mended += mended
  findings.unmended = unmended
  return findings
}

interface Known {
  entries: ReadonlyMap<string, ListedEntry>
  /** The storage names in rows, each with the size in the row. */
  named: ReadonlyMap<string, number | null>
  hashes: StoredHashes
}

/** Reads several files at once, so that the disk reads while a hash is computed. */
async function readAll(
  storage: MovableStorage,
  { entries, named, hashes }: Known,
  findings: Findings,
  onFile: (files: number) => void,
): Promise<void> {
  let done = 0
  await eachOf(entries, async ([key, entry]) => {
    const file = await storage.open(entry.name, entry.label)
    // The file was deleted since it was listed.
    if (file === undefined) return
    const digest = await digestOfBytes(chunksOf(file)).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) throw error
      return undefined
    })
    const expected = canBeRegenerated(entry) ? digest : (hashes.get(key) ?? digest)
    if (digest === undefined || digest.sha256 !== expected?.sha256) findings.damaged.push(key)
    // The hash is recorded only if the file has the right size. A file of a wrong size must not decide which bytes are
    // right.
    else if (!canBeRegenerated(entry) && [null, digest.sizeBytes].includes(named.get(key) ?? null))
      await hashes.record(key, digest, entry.stamp)
    done += 1
    onFile(done)
  })
  await hashes.flush()
}
