/** Buffers of one size that go from hand to hand, because making them costs more than filling them. */
export interface BufferPool {
  acquire(): Buffer
  /** Only when nobody reads from it or writes to it any more. */
  release(buffer: Buffer): void
}

const REST_MS = 5000

/** Keeps what is given back; when it is not needed again, half of it goes every few seconds. */
export function bufferPool(sizeBytes: number): BufferPool {
  const free: Buffer[] = []
  /** The fewest that lay here since the last look: so many were not needed. */
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
