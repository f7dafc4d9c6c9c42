import { availableParallelism } from 'node:os'
import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import type { AudioInfo } from '../info/audio-info.ts'
import { type ProbeThread, type MediaInfo, startProbeThread, type ProbeKind } from './probe-thread.ts'
import type { VideoInfo } from '../info/video-info.ts'

/** Reads audio and video files off the main thread, each with limits of time and memory. */
export interface ProbePool {
  /** @throws Refused `overloaded` when too many calls are queued */
  infoOf(path: string): Promise<AudioInfo>
  /**
   * Results are in the order of the paths. Many files at once cost little, because they are sent in one
   * batch.
   * @throws Refused `overloaded`
   */
  infoOfAll(paths: readonly string[]): Promise<AudioInfo[]>
  /** How many calls are queued for a free thread. */
  waiting(): number
  /** @throws Refused `overloaded` when too many calls are queued */
  videoInfoOf(path: string): Promise<VideoInfo>
  /** Ends the threads; queued calls are rejected. */
  close(): Promise<void>
}

export interface ProbePoolOptions {
  threads?: number | undefined
  /** Milliseconds for one file. */
  timeLimitMs?: number
  /** Maximum number of queued calls. */
  waiting?: number
  /** The script of the thread. */
  worker?: URL
}

interface Waiting {
  wanted: ProbeKind
  settle: { resolve: (info: MediaInfo[]) => void; reject: (error: unknown) => void }
}

/** Threads are started with the first file. */
export function openProbePool(options: ProbePoolOptions = {}): ProbePool {
  const {
    threads: most = Math.min(2, availableParallelism()),
    timeLimitMs = 10_000,
    waiting = 1000,
    worker = new URL('./probe-worker.ts', import.meta.url),
  } = options
  const threads = new Set<ProbeThread>()
  const idle: ProbeThread[] = []
  const queue: Waiting[] = []
  let isClosed = false

  function enqueue(wanted: ProbeKind): Promise<MediaInfo[]> {
    if (isClosed) return Promise.reject(new Error('The pool is closed'))
    return new Promise((resolve, reject) => {
      queue.push({ wanted, settle: { resolve, reject } })
      work()
    })
  }

  function work(): void {
    while (queue.length > 0) {
      const thread = idle.pop() ?? started()
      const next = thread === undefined ? undefined : queue.shift()
      if (thread === undefined || next === undefined) return
      void readOn(thread, next)
    }
  }

  function started(): ProbeThread | undefined {
    if (threads.size >= most) return undefined
    const thread = startProbeThread(worker, timeLimitMs)
    threads.add(thread)
    return thread
  }

  async function readOn(thread: ProbeThread, { wanted, settle }: Waiting): Promise<void> {
    const outcome = await thread.read(wanted)
    if (outcome.kind === 'read') idle.push(thread)
    else threads.delete(thread)
    if (!isClosed) work()
    if (outcome.kind === 'read') settle.resolve(outcome.info)
    else if (outcome.kind === 'failed' || isClosed) settle.reject(outcome.error)
    else withoutGuilty(wanted, outcome.index, outcome.reason).then(settle.resolve, settle.reject)
  }

  /** One file ended its thread; the other files of its batch are read again. */
  async function withoutGuilty(
    { what, paths }: ProbeKind,
    index: number,
    reason: 'timeout' | 'too-much-work',
  ): Promise<MediaInfo[]> {
    const before = index === 0 ? [] : await enqueue({ what, paths: paths.slice(0, index) })
    const behind = index + 1 === paths.length ? [] : await enqueue({ what, paths: paths.slice(index + 1) })
    return [...before, { kind: 'broken', reason }, ...behind]
  }

  async function ask(wanted: ProbeKind): Promise<MediaInfo[]> {
    if (wanted.paths.length === 0) return []
    if (queue.length >= waiting) throw new Refused(overloaded, { retryAfterSeconds: 5 })
    return await enqueue(wanted)
  }

  const infoOfAll: ProbePool['infoOfAll'] = async (paths) =>
    (await ask({ what: 'audio', paths })).map((info) => (isOfAudio(info) ? info : UNREADABLE))

  return {
    infoOfAll,
    waiting: () => queue.length,
    infoOf: async (path) => {
      const [info] = await infoOfAll([path])
      return info ?? UNREADABLE
    },
    videoInfoOf: async (path) => {
      const [info] = await ask({ what: 'video', paths: [path] })
      return info !== undefined && isOfVideo(info) ? info : UNREADABLE
    },
    close: async () => {
      isClosed = true
      for (const { settle } of queue.splice(0)) settle.reject(new Error('The pool is closed'))
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

const UNREADABLE = { kind: 'broken', reason: 'unreadable' } as const

function isOfAudio(info: MediaInfo): info is AudioInfo {
  return info.kind === 'audio' || info.kind === 'not-audio' || info.kind === 'broken'
}

function isOfVideo(info: MediaInfo): info is VideoInfo {
  return !isOfAudio(info) || info.kind === 'broken'
}
