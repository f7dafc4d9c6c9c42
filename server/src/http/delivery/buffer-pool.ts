/** Reusable buffers of one size, because allocating them costs more than filling them. */
export interface BufferPool {
  acquire(): Buffer
  /** Call it only when nothing reads from the buffer or writes to it any more. */
  release(buffer: Buffer): void
}

const REST_MS = 5000

/** Keeps released buffers; every few seconds half of those that were not used are freed. */
export function bufferPool(sizeBytes: number): BufferPool {
  const free: Buffer[] = []
  /** The smallest number of free buffers since the last interval: these were not needed. */
  let spare = 0
  let timer: NodeJS.Timeout | undefined

  function shrink(): void {
    free.splice(0, Math.ceil(spare / 2))
    spare = free.length
    if (free.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    acquire: () => {
      const buffer = free.pop() ?? Buffer.allocUnsafeSlow(sizeBytes)
      spare = Math.min(spare, free.length)
      return buffer
    },
    release: (buffer) => {
      free.push(buffer)
      timer ??= setInterval(shrink, REST_MS).unref()
    },
  }
}
