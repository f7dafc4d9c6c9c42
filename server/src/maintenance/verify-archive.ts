import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { STORAGE_AREAS } from '#storage/storage.ts'
import { nameOfKey } from '#storage/names.ts'
import type { BackupDestination } from './backup/backup-destination.ts'
import { readText } from './backup/backup-destination.ts'
import { digestOfBytes, chunksOf } from './hashed-bytes.ts'
import { generationsOf, type MediaEntry, pathsOf, readMediaList } from './backup/manifest.ts'
import { keyOfEntry, namedFiles } from './named-files.ts'
import { restoreFile } from './backup/restore-media.ts'

/** Younger files may belong to rows that are being written. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000
const NOTED_AT_ONCE = 200

/** Differences between rows and files. */
export interface Findings {
  /** Number of checked files. */
  files: number
  /** Rows whose file is missing. */
  missing: { by: string; name: string }[]
  /** Files whose size differs from the one in their row. */
  wrongSize: { by: string; name: string; sizeBytes: number; expectedBytes: number }[]
  /** Files whose hash has changed. */
  damaged: string[]
  /** Files without a row, for a day at least. */
  orphans: string[]
  /** Files that were restored from a backup, or removed. */
  mended: number
}

interface Needs {
  db: Database
  /** Provides the list of tables; the database itself if it is SQLite. */
  sqlite: Executor
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

/** Compares rows with files. The hash of a file is recorded when it is checked for the first time. */
export async function verifyArchive(
  { db, sqlite, storage, now }: Needs,
  { readsBytes, mends, backups, onFile = () => {} }: VerifyOptions,
): Promise<Findings> {
  const findings: Findings = { files: 0, missing: [], wrongSize: [], damaged: [], orphans: [], mended: 0 }
  const sizes = new Map<string, number>()
  for await (const entry of storage.entries()) sizes.set(keyOfEntry(entry), entry.sizeBytes)

  const named = new Set<string>()
  for await (const { by, name, sizeBytes: expectedBytes } of namedFiles(db, sqlite)) {
    named.add(name)
    const sizeBytes = sizes.get(name)
    if (sizeBytes === undefined) findings.missing.push({ by, name })
    else if (expectedBytes !== null && sizeBytes !== expectedBytes)
      findings.wrongSize.push({ by, name, sizeBytes, expectedBytes })
  }
  if (readsBytes) await readAll(db, storage, [...sizes.keys()], now, findings, onFile)
  findings.files = sizes.size

  const before = new Date(now().getTime() - ORPHAN_AFTER_MS)
  for (const area of STORAGE_AREAS)
    for await (const name of storage.list(area, before)) if (!named.has(name)) findings.orphans.push(name)

  if (mends) findings.mended = await mend(storage, findings, backups)
  return findings
}

async function readAll(
  db: Database,
  storage: MovableStorage,
  keys: readonly string[],
  now: () => Date,
  findings: Findings,
  onFile: (files: number) => void,
): Promise<void> {
  const hashes = new Map<string, string>()
  for (const row of await db.selectFrom('storedHashes').select(['name', 'sha256']).execute())
    hashes.set(row.name, row.sha256)
  const fresh: { name: string; sizeBytes: number; sha256: string; checkedAt: string }[] = []
  const note = async () => {
    const rows = fresh.splice(0)
    if (rows.length === 0) return
    await db
      .insertInto('storedHashes')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  let done = 0
  for (const key of keys) {
    const entry = nameOfKey(key)
    const file = entry && (await storage.open(entry.name, entry.label))
    // Deleted since it was listed.
    if (file === undefined) continue
    const digest = await digestOfBytes(chunksOf(file)).catch(() => undefined)
    const expected = hashes.get(key)
    if (digest === undefined || (expected !== undefined && digest.sha256 !== expected))
      findings.damaged.push(key)
    else if (expected === undefined) fresh.push({ name: key, ...digest, checkedAt: now().toISOString() })
    if (fresh.length >= NOTED_AT_ONCE) await note()
    done += 1
    onFile(done)
  }
  await note()
  const present = new Set(keys)
  const gone = [...hashes.keys()].filter((name) => !present.has(name))
  for (let start = 0; start < gone.length; start += NOTED_AT_ONCE)
    await db
      .deleteFrom('storedHashes')
      .where('name', 'in', gone.slice(start, start + NOTED_AT_ONCE))
      .execute()
}

async function mend(
  storage: MovableStorage,
  { missing, wrongSize, damaged, orphans }: Findings,
  backups: BackupDestination | undefined,
): Promise<number> {
  await storage.remove(orphans)
  let mended = orphans.length
  if (backups === undefined) return mended
  const kept = new Map<string, MediaEntry>()
  for (const { id } of (await generationsOf(backups)).toReversed())
    for (const [name, line] of readMediaList((await readText(backups, pathsOf(id).media)) ?? ''))
      kept.set(name, line)
  const wanted = new Set([...missing, ...wrongSize].map(({ name }) => name).concat(damaged))
  for (const key of wanted) {
    const line = kept.get(key)
    if (line === undefined) continue
    await restoreFile(backups, storage, key, line)
    mended += 1
  }
  return mended
}
