import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SoundOrder } from './sound-worker.ts'

/** Renders sound files on all cores. */
export interface SoundWorkers {
  /**
   * Renders all files of an album on one thread, which reuses the tones of the album. Resolves when the last file is
   * written.
   */
  make(orders: readonly SoundOrder[]): Promise<void>
  close(): Promise<void>
}

export function startSoundWorkers(): SoundWorkers {
  const workers = Array.from(
    { length: Math.min(8, availableParallelism()) },
    () => new Worker(new URL('./sound-worker.ts', import.meta.url)),
  )
  const idle = [...workers]
  const waiting: ((worker: Worker) => void)[] = []

  async function freeWorker(): Promise<Worker> {
    return idle.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)))
  }

  function release(worker: Worker): void {
    const next = waiting.shift()
    if (next === undefined) idle.push(worker)
    else next(worker)
  }

  return {
    make: async (orders) => {
      const worker = await freeWorker()
      for (const order of orders) {
        worker.postMessage(order)
        // Rejects when the thread throws.
        await once(worker, 'message')
      }
      release(worker)
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
