// Loads one file of the archive into the origin private file system, continuing after the bytes of an earlier attempt.
// This code runs in a worker, because only there browsers can write to a file in place.
import { makeCopy } from '#client/copies/copy-files.ts'
import { isStorageFull } from '#client/copies/storage-full.ts'
import { type LoadOrder, type LoadOutcome, LoadOrder as Order } from './load-messages.ts'
import { createStallGuard, type StallGuard } from './stall-guard.ts'

/** The methods of FileSystemSyncAccessHandle (File System Standard) that are used here. */
interface WritableFile {
  getSize: () => number
  truncate: (size: number) => void
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  flush: () => void
  close: () => void
}

interface WritableHandle {
  createSyncAccessHandle: () => Promise<WritableFile>
}

const isWritable = (handle: object): handle is WritableHandle => 'createSyncAccessHandle' in handle

/** A progress message is sent each time this many bytes were received. */
const REPORTED_BYTES = 256 * 1024
const RETRY_AFTER_SECONDS = 10
/** A request without progress is aborted after this many milliseconds. */
const STALLED_AFTER = 60_000

async function load(order: LoadOrder): Promise<LoadOutcome> {
  const handle = await makeCopy(order.userId, order.version)
  if (!isWritable(handle)) return { result: 'unwritable' }
  const file = await handle.createSyncAccessHandle()
  const guard = createStallGuard(STALLED_AFTER)
  try {
    return await receive(order, file, guard)
  } finally {
    guard.end()
    file.flush()
    file.close()
  }
}

async function receive(
  { url, headers }: LoadOrder,
  file: WritableFile,
  guard: StallGuard,
): Promise<LoadOutcome> {
  const from = file.getSize()
  const response = await fetch(url, {
    headers: from > 0 ? { ...headers, Range: `bytes=${from}-` } : headers,
    cache: 'no-store',
    signal: guard.signal,
  })
  // 416: the requested range begins at the end of the file. So all bytes were already received.
  if (response.status === 416) return completeOf(response, from)
  const refusal = refusalOf(response)
  if (refusal) return refusal
  if (response.status !== 206) file.truncate(0)
  return write(response, file, { from: response.status === 206 ? from : 0, guard })
}

async function write(
  response: Response,
  file: WritableFile,
  { from, guard }: { from: number; guard: StallGuard },
): Promise<LoadOutcome> {
  let at = from
  let reported = from
  const reader = response.body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    guard.moved()
    // `write` writes fewer bytes than requested when there is no space for all of them.
    if (file.write(chunk.value, { at }) < chunk.value.length) return { result: 'full' }
    at += chunk.value.length
    if (at - reported < REPORTED_BYTES) continue
    reported = at
    globalThis.postMessage({ receivedBytes: at })
  }
  return completeOf(response, at)
}

function completeOf(response: Response, sizeBytes: number): LoadOutcome {
  const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  const expected = Number(total ?? response.headers.get('content-length') ?? sizeBytes)
  // The connection was closed before all bytes were received.
  if (sizeBytes !== expected) return { result: 'network' }
  return { result: 'complete', sizeBytes, mimeType: response.headers.get('content-type') ?? 'audio/mpeg' }
}

function refusalOf({ ok, status, headers }: Response): LoadOutcome | undefined {
  if (ok) return undefined
  if (status === 401 || status === 403) return { result: 'refused' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status !== 429) return { result: 'network' }
  const seconds = Number(headers.get('retry-after') ?? RETRY_AFTER_SECONDS)
  return { result: 'busy', retryAfterSeconds: Number.isFinite(seconds) ? seconds : RETRY_AFTER_SECONDS }
}

function outcomeOfFailure(failure: unknown): LoadOutcome {
  if (isStorageFull(failure)) return { result: 'full' }
  if (!(failure instanceof DOMException)) return { result: 'network' }
  return { result: failure.name === 'NoModificationAllowedError' ? 'unwritable' : 'network' }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = Order.parse(data)
  load(order)
    .catch(outcomeOfFailure)
    .then((outcome) => globalThis.postMessage(outcome))
    // Reporting fails if the page has been closed meanwhile.
    .catch(() => undefined)
})
