import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import type { Services } from '#services.ts'

/** Maximum number of files that are sent to a thread in one message. */
const FILES_AT_ONCE = 64

interface Waiting {
  paths: readonly string[]
  settle: { resolve: (info: AudioInfo[]) => void; reject: (error: unknown) => void }
}

/**
 * Makes a function that reads the files of several folders with one message to a thread of the probe, because a message
 * costs as much as reading a few files. Calls within one turn of the event loop are combined.
 */
export function batchedProbe(probe: Services['probe']): (paths: readonly string[]) => Promise<AudioInfo[]> {
  let waiting: Waiting[] = []
  let files = 0

  function send(): void {
    const calls = waiting
    waiting = []
    files = 0
    if (calls.length === 0) return
    probe.infoOfAll(calls.flatMap(({ paths }) => paths)).then(
      (info) => {
        let start = 0
        for (const { paths, settle } of calls) settle.resolve(info.slice(start, (start += paths.length)))
      },
      (error: unknown) => {
        for (const { settle } of calls) settle.reject(error)
      },
    )
  }

  async function readBatch(paths: readonly string[]): Promise<AudioInfo[]> {
    const { promise, resolve, reject } = Promise.withResolvers<AudioInfo[]>()
    if (waiting.length === 0) setImmediate(send)
    waiting.push({ paths, settle: { resolve, reject } })
    files += paths.length
    if (files >= FILES_AT_ONCE) send()
    return promise
  }

  return async (paths) => {
    const batches = Array.from({ length: Math.ceil(paths.length / FILES_AT_ONCE) }, (_, index) =>
      paths.slice(index * FILES_AT_ONCE, (index + 1) * FILES_AT_ONCE),
    )
    return (await Promise.all(batches.map(readBatch))).flat()
  }
}
