import { create } from 'zustand'

/** A download in progress. */
export interface RunningDownload {
  /** The downloaded share, 0 to 1; undefined while the size of the file is not known. */
  share: number | undefined
  /** Number of whole mebibytes that have been received. */
  receivedMebibytes: number
  cancel: () => void
}

/** The running downloads by their ids: the id of the track, album or playlist, or the name of an export. */
const useRunning = create<{ running: ReadonlyMap<string, RunningDownload> }>(() => ({ running: new Map() }))

/** The running download with this id, if any. */
export function useDownload(id: string | undefined): RunningDownload | undefined {
  return useRunning(({ running }) => (id === undefined ? undefined : running.get(id)))
}

/** All running downloads by their id. */
export const runningDownloads = () => useRunning.getState().running

function update(id: string, download: RunningDownload | undefined): void {
  useRunning.setState(({ running }) => {
    const next = new Map(running)
    if (download === undefined) next.delete(id)
    else next.set(id, download)
    return { running: next }
  })
}

/** Cancels all running downloads; used on logout. */
export function cancelDownloads(): void {
  for (const { cancel } of runningDownloads().values()) cancel()
}

/**
 * Runs a download, unless a download with this id is already running. Its progress is updated at each whole percent or,
 * while the size is not known, at each whole mebibyte.
 * @returns undefined when a download with this id is already running
 */
export function runDownload(
  id: string,
  request: (signal: AbortSignal) => Promise<Response>,
): Promise<Blob> | undefined {
  if (runningDownloads().has(id)) return undefined
  const stopped = new AbortController()
  const cancel = () => stopped.abort()
  const show = (share: number | undefined, receivedMebibytes: number) =>
    update(id, { share, receivedMebibytes, cancel })
  show(undefined, 0)
  return request(stopped.signal)
    .then((response) => receive(response, show))
    .finally(() => update(id, undefined))
}

const MEBIBYTE = 1024 * 1024
/** When this many bytes are in memory, they become a part of a Blob, which browsers can store on the disk. */
const PART_BYTES = 8 * MEBIBYTE

async function receive(
  response: Response,
  show: (share: number | undefined, receivedMebibytes: number) => void,
): Promise<Blob> {
  if (!response.ok || response.body === null) throw new Error(`Download fehlgeschlagen: ${response.status}`)
  const total = Number(response.headers.get('Content-Length') ?? 0)
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bufferedBytes = 0
  let received = 0
  let shown = -1
  for await (const chunk of chunksOf(response.body)) {
    chunks.push(chunk)
    received += chunk.length
    bufferedBytes += chunk.length
    if (bufferedBytes >= PART_BYTES) {
      parts.push(new Blob(chunks))
      chunks = []
      bufferedBytes = 0
    }
    const mebibytes = Math.floor(received / MEBIBYTE)
    const now = total > 0 ? Math.min(100, Math.floor((received / total) * 100)) : mebibytes
    if (now !== shown) show(total > 0 ? now / 100 : undefined, mebibytes)
    shown = now
  }
  return new Blob([...parts, ...chunks], { type: response.headers.get('Content-Type') ?? '' })
}

/** The chunks of a stream. Not every browser supports `for await` on a stream. */
async function* chunksOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
