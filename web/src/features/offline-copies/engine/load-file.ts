import { sessionHeaders } from '#client/call.ts'
import { versionUrl } from '#client/media.ts'
import { trustedScript } from '#client/trusted-script.ts'
import { type LoadOrder, type LoadOutcome, LoadReport } from './load-messages.ts'
// oxlint-disable-next-line import/default -- the address of the worker
import workerAddress from './load-worker.ts?worker&url'

interface LoadOptions {
  userId: string
  version: string
  /** The name of the file in the archive. */
  file: string
  /** Whether the server has rejected the last attempt; the media ticket in its URL may have expired then. */
  isRejected: boolean
  signal: AbortSignal
  onProgress: (receivedBytes: number) => void
}

/**
 * Loads a file into a copy; the bytes of an earlier attempt are kept, and loading continues after them. Rejects only
 * when it is aborted; by then the worker has closed the file of the copy.
 */
export async function loadFile({ file, isRejected, signal, ...options }: LoadOptions): Promise<LoadOutcome> {
  const url = new URL(await versionUrl({ file }, options.version, { isRejected }), location.href)
  signal.throwIfAborted()
  // The session token must not be sent to another host; the URL there contains a ticket instead.
  const headers = url.origin === location.origin ? sessionHeaders() : {}
  const { userId, version } = options
  return work({ url: url.href, headers, userId, version }, { signal, ...options })
}

async function work(
  order: LoadOrder,
  { signal, onProgress }: Pick<LoadOptions, 'signal' | 'onProgress'>,
): Promise<LoadOutcome> {
  const worker = new Worker(trustedScript('load-copies', workerAddress), { type: 'module' })
  try {
    return await new Promise<LoadOutcome>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', () => resolve({ result: 'network' }))
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const report = LoadReport.parse(data)
        if ('result' in report) resolve(report)
        else onProgress(report.receivedBytes)
      })
      worker.postMessage(order)
    })
  } finally {
    // Terminating the worker closes the file that it has opened; the received bytes stay in that file.
    worker.terminate()
  }
}
