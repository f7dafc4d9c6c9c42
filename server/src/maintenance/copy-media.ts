import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isDiskFull } from '#storage/disk/disk-full.ts'
import { eachOf } from '#storage/each-of.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { MovableStorage, StoredEntry } from '#storage/storage.ts'
import { hashed, digestOfBytes, chunksOf } from './hashed-bytes.ts'
import { keyOfEntry } from './named-files.ts'

/** Pauses before further attempts while the store does not respond. */
const PAUSES_MS = [1000, 5000, 15_000]

export interface CopyOptions {
  /** A file that lists verified copies, so that the next run need not read them again. */
  journal: string
  stop?: AbortSignal
  onProgress?: (progress: { done: number; inAll: number; bytes: number }) => void
  pausesMs?: readonly number[]
}

export interface CopyReport {
  files: number
  bytes: number
  /** Number of files that were already in the target with the same bytes. */
  presentFiles: number
  /** Files that could not be copied, with the reason. */
  failed: { name: string; reason: string }[]
  isInterrupted: boolean
}

type Entry = StoredEntry & { sizeBytes: number }

/**
 * Copies all files and variants under their names, a few at a time. Each copy is read back and its hash compared.
 * Existing copies are kept, so the copying can be interrupted at any time and run again. A later run also copies files
 * that were added since.
 * @throws StorageUnavailable when a store stays unavailable, and an error when the disk is full
 */
export async function copyMedia(
  source: MovableStorage,
  target: MovableStorage,
  { journal, stop, onProgress, pausesMs = PAUSES_MS }: CopyOptions,
): Promise<CopyReport> {
  const report: CopyReport = { files: 0, bytes: 0, presentFiles: 0, failed: [], isInterrupted: false }
  const noted = await readJournal(journal)
  const present = new Map<string, number>()
  for await (const entry of target.entries()) present.set(keyOfEntry(entry), entry.sizeBytes)
  const entries = await Array.fromAsync(source.entries())
  let done = 0

  /** Copies a file and returns the hash of the copy. Undefined when the file was deleted since it was listed. */
  async function copy(entry: Entry): Promise<string | undefined> {
    const file = await source.open(entry.name, entry.label)
    if (file === undefined) return undefined
    const staged = await target.stage()
    try {
      const { bytes, digest } = hashed(chunksOf(file))
      for await (const chunk of bytes) await staged.write(chunk)
      await target.saveAs(entry, staged)
      return digest().sha256
    } finally {
      await staged.discard()
    }
  }

  async function hashOf(storage: MovableStorage, { name, label }: StoredEntry): Promise<string | undefined> {
    const file = await storage.open(name, label)
    return file && (await digestOfBytes(chunksOf(file))).sha256
  }

  async function take(entry: Entry): Promise<void> {
    const key = keyOfEntry(entry)
    const isThere = present.get(key) === entry.sizeBytes
    if (isThere && noted.has(lineOf(entry))) {
      report.presentFiles += 1
      return
    }
    // A file can already be in the target if an earlier run was stopped after its last byte and before its check.
    if (isThere && (await hashOf(source, entry)) === (await hashOf(target, entry))) {
      report.presentFiles += 1
    } else {
      const hash = await copy(entry)
      if (hash === undefined) return
      if ((await hashOf(target, entry)) !== hash) throw new Error('what was read back is something else')
      report.files += 1
      report.bytes += entry.sizeBytes
    }
    await appendFile(journal, `${lineOf(entry)}\n`)
  }

  async function copyWithRetries(entry: Entry): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      try {
        return await take(entry)
      } catch (error) {
        const wait = error instanceof StorageUnavailable ? pausesMs[turn] : undefined
        if (wait === undefined || stop?.aborted === true) throw error
        await pause(wait)
      }
    }
  }

  await eachOf(entries, async (entry) => {
    if (stop?.aborted === true) return
    try {
      await copyWithRetries(entry)
    } catch (error) {
      if (error instanceof StorageUnavailable || isDiskFull(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      report.failed.push({ name: keyOfEntry(entry), reason })
    }
    done += 1
    onProgress?.({ done, inAll: entries.length, bytes: report.bytes })
  })
  report.isInterrupted = done < entries.length
  return report
}

function lineOf(entry: Entry): string {
  return `${keyOfEntry(entry)} ${entry.sizeBytes}`
}

async function readJournal(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing)
  return new Set(text?.split('\n'))
}
