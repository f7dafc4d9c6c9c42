import { batchesOf, type Batch } from './batches.ts'
import type { SoundFile } from './sound-file.ts'

/** A track on the timeline; all times are the timeline's seconds. */
export interface Entry {
  readonly address: string
  file: SoundFile | undefined
  isOpening: boolean
  /** Where the music of the track begins; undefined until the track before it is complete. */
  start: number | undefined
  /** Where the music of the track ends; undefined until all of it was appended. */
  end: number | undefined
  appendedUntil: number
  /** `batches` yields the groups of packets that are appended next; `reading` is the group that is being read. */
  batches: AsyncGenerator<Batch, void, undefined> | undefined
  reading: Promise<Batch> | undefined
  /** When loading the file failed, in milliseconds since 1970. Infinity if the file cannot be played at all. */
  failedAt: number | undefined
  /** Aborted when the batch that is being read is not needed any more. */
  unwanted: AbortController
}

const nothingAppended = () => ({
  start: undefined,
  end: undefined,
  appendedUntil: 0,
  batches: undefined,
  reading: undefined,
  failedAt: undefined,
  unwanted: new AbortController(),
})

export function entryFor(address: string): Entry {
  return { address, file: undefined, isOpening: false, ...nothingAppended() }
}

/** Resets an entry whose sound is not on the timeline any more. */
export function resetEntry(entry: Entry): void {
  entry.unwanted.abort()
  void entry.batches?.return()
  Object.assign(entry, nothingAppended())
}

export function dropEntry(entry: Entry): void {
  resetEntry(entry)
  entry.file?.close()
}

/**
 * The next batch of an opened track. Returns the same batch again until the caller clears `entry.reading`. @throws
 * LoadFailure
 */
export async function nextBatch(entry: Entry, file: SoundFile, start: number): Promise<Batch> {
  entry.failedAt = undefined
  entry.batches ??= batchesOf(file, Math.max(0, entry.appendedUntil - start))
  entry.reading ??= read(entry.batches)
  return unlessAborted(entry.reading, entry.unwanted.signal)
}

async function read(batches: AsyncGenerator<Batch, void, undefined>): Promise<Batch> {
  const { value } = await batches.next()
  if (!value) throw new Error('The file ends without an end')
  return value
}

/** @throws DOMException `AbortError` when the signal is aborted before the promise settles */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(new DOMException('Not wanted any more', 'AbortError'))
    signal.addEventListener('abort', fail, { signal: done.signal })
  })
  try {
    return await Promise.race([result, aborted])
  } finally {
    done.abort()
  }
}
