/** Larger files are not probed for their duration. See docs/product.md §17.4. */
const PROBED_MAX_BYTES = 100 * 1024 * 1024
/** Milliseconds after which a probe for the duration is given up. See docs/product.md §17.4. */
const PROBE_TIMEOUT = 5000
/** Maximum number of concurrent probes, because each one needs a decoder of the browser. */
const PROBES_AT_ONCE = 4

/** Whether the browser is asked for the duration of this file. See docs/product.md §17.4. */
export function isProbed({ name, size }: Pick<File, 'name' | 'size'>): boolean {
  return size <= PROBED_MAX_BYTES && !/\.(m4a|wav)$/i.test(name)
}

/**
 * The duration of an audio file in seconds, which is only displayed; 0 when the browser cannot determine it. See
 * docs/product.md §17.4.
 */
async function probeLength(file: File): Promise<number> {
  if (!isProbed(file)) return 0
  const address = URL.createObjectURL(file)
  const audio = document.createElement('audio')
  audio.preload = 'metadata'
  try {
    return await new Promise<number>((callback) => {
      const timer = setTimeout(() => callback(0), PROBE_TIMEOUT)
      const notify = (seconds: number) => {
        clearTimeout(timer)
        callback(Number.isFinite(seconds) ? seconds : 0)
      }
      audio.addEventListener('loadedmetadata', () => notify(audio.duration))
      audio.addEventListener('error', () => notify(0))
      audio.src = address
    })
  } finally {
    audio.removeAttribute('src')
    audio.load()
    URL.revokeObjectURL(address)
  }
}

/** Determines the durations of several files, some at a time, and reports each of them. */
export async function probeLengths(
  files: readonly File[],
  onLength: (file: File, seconds: number) => void,
): Promise<void> {
  const waiting = [...files]
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) onLength(file, await probeLength(file))
  }
  await Promise.all(Array.from({ length: PROBES_AT_ONCE }, work))
}
