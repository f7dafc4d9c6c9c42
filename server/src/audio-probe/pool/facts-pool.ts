import { availableParallelism } from 'node:os'
import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import type { AudioFacts } from '../audio-facts.ts'
import { type FactsThread, type FileFacts, startFactsThread, type Wanted } from './facts-thread.ts'
import type { VideoFacts } from '../video-facts.ts'

/** Reads audio and video files off the main thread, each with limits of time and memory. */
export interface FactsPool {
  /** @throws Refused `overloaded` when too many wait already */
  factsOf(path: string): Promise<AudioFacts>
  /** In the order of the paths. Many at once cost little: they travel together. @throws Refused `overloaded` */
  factsOfAll(paths: readonly string[]): Promise<AudioFacts[]>
  /** How many calls wait for a free thread. */
  waiting(): number
  /** @throws Refused `overloaded` when too many wait already */
  videoFactsOf(path: string): Promise<VideoFacts>
  /** Ends the threads; what still waits is rejected. */
  close(): Promise<void>
}

export interface FactsPoolOptions {
  threads?: number
  /** For one file. */
  timeLimitMs?: number
  /** Calls that may wait for a free thread. */
  waiting?: number
  /** The thread's file. */
  worker?: URL
}

interface Waiting {
  wanted: Wanted
  settle: { resolve: (facts: FileFacts[]) => void; reject: (error: unknown) => void }
}

/** Nothing is started before the first file. */
export function openFactsPool(options: FactsPoolOptions = {}): FactsPool {
  const {
    threads: most = Math.min(2, availableParallelism()),
    timeLimitMs = 10_000,
    waiting = 1000,
    worker = new URL('./facts-worker.ts', import.meta.url),
  } = options
  const threads = new Set<FactsThread>()
  const idle: FactsThread[] = []
  const queue: Waiting[] = []
  let isClosed = false

  function enqueue(wanted: Wanted): Promise<FileFacts[]> {
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

  function started(): FactsThread | undefined {
    if (threads.size >= most) return undefined
    const thread = startFactsThread(worker, timeLimitMs)
    threads.add(thread)
    return thread
  }

  async function readOn(thread: FactsThread, { wanted, settle }: Waiting): Promise<void> {
    const outcome = await thread.read(wanted)
    if (outcome.kind === 'read') idle.push(thread)
    else threads.delete(thread)
    if (!isClosed) work()
    if (outcome.kind === 'read') settle.resolve(outcome.facts)
    else if (outcome.kind === 'failed' || isClosed) settle.reject(outcome.error)
    else withoutGuilty(wanted, outcome.index, outcome.reason).then(settle.resolve, settle.reject)
  }

  /** One file ended its thread; the others that travelled with it are read again. */
  async function withoutGuilty(
    { what, paths }: Wanted,
    index: number,
    reason: 'timeout' | 'too-much-work',
  ): Promise<FileFacts[]> {
    const before = index === 0 ? [] : await enqueue({ what, paths: paths.slice(0, index) })
    const behind = index + 1 === paths.length ? [] : await enqueue({ what, paths: paths.slice(index + 1) })
    return [...before, { kind: 'broken', reason }, ...behind]
  }

  async function ask(wanted: Wanted): Promise<FileFacts[]> {
    if (wanted.paths.length === 0) return []
    if (queue.length >= waiting) throw new Refused(overloaded, { retryAfterSeconds: 5 })
    return await enqueue(wanted)
  }

  const factsOfAll: FactsPool['factsOfAll'] = async (paths) =>
    (await ask({ what: 'audio', paths })).map((facts) => (isOfAudio(facts) ? facts : UNREADABLE))

  return {
    factsOfAll,
    waiting: () => queue.length,
    factsOf: async (path) => {
      const [facts] = await factsOfAll([path])
      return facts ?? UNREADABLE
    },
    videoFactsOf: async (path) => {
      const [facts] = await ask({ what: 'video', paths: [path] })
      return facts !== undefined && isOfVideo(facts) ? facts : UNREADABLE
    },
    close: async () => {
      isClosed = true
      for (const { settle } of queue.splice(0)) settle.reject(new Error('The pool is closed'))
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

const UNREADABLE = { kind: 'broken', reason: 'unreadable' } as const

function isOfAudio(facts: FileFacts): facts is AudioFacts {
  return facts.kind === 'audio' || facts.kind === 'not-audio' || facts.kind === 'broken'
}

function isOfVideo(facts: FileFacts): facts is VideoFacts {
  return !isOfAudio(facts) || facts.kind === 'broken'
}
