/** Buffers of one size that are reused, because allocating a buffer costs more than filling it. */
export interface BufferPool {
  acquire(): Buffer
  /** Returns a buffer to the pool. Call it only when nothing reads from the buffer or writes to it any more. */
  release(buffer: Buffer): void
}

const REST_MS = 5000

/** Makes a pool. Every few seconds it frees half of the buffers that were not needed. */
export function bufferPool(sizeBytes: number): BufferPool {
  const free: Buffer[] = []
  /** The smallest number of free buffers in the current interval: this many buffers were not needed. */
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
