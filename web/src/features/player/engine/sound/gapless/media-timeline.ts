import type { AudioElement } from '../audio-element.ts'

/** Where bytes are put on the timeline. */
export interface Place {
  type: string
  /** The timeline's second of the first packet. */
  at: number
  /** Sound outside of these seconds is cut off, even within packets. */
  from: number
  until: number
}

/** A timeline of sound to which chunks are appended; one element plays it without gaps. */
export interface MediaTimeline {
  /**
   * @throws DOMException `QuotaExceededError` when the browser's buffer is full; another one when the bytes cannot be
   * read
   */
  append: (bytes: Uint8Array<ArrayBuffer>, place: Place) => Promise<void>
  remove: (from: number, until: number) => Promise<void>
  /** The sound ends with what was appended; appending continues it. */
  finish: () => void
  /** Whether the sound ends with what was appended, or the timeline is not open. */
  isFinished: () => boolean
  close: () => void
}

/** An element that can play a timeline. */
export interface TimelineElement extends AudioElement {
  disableRemotePlayback: boolean
}

type Source = typeof MediaSource

/** Safari on iOS has a class of its own. */
export function mediaSource(): Source | undefined {
  const managed: unknown = Reflect.get(globalThis, 'ManagedMediaSource')
  if (isSource(managed)) return managed
  return 'MediaSource' in globalThis ? MediaSource : undefined
}

function isSource(value: unknown): value is Source {
  return typeof value === 'function' && 'isTypeSupported' in value
}

/** Connects the element to an empty timeline, at once. */
export function openMediaTimeline(element: TimelineElement, Source: Source): MediaTimeline {
  const source = new Source()
  const url = URL.createObjectURL(source)
  // A ManagedMediaSource is only opened if remote playback is disabled.
  element.disableRemotePlayback = true
  element.src = url
  const closed = new AbortController()
  let buffer: SourceBuffer | undefined
  let type = ''

  const opened = new Promise<void>((resolve, reject) => {
    source.addEventListener('sourceopen', () => resolve(), { once: true })
    closed.signal.addEventListener('abort', () => reject(new DOMException('It was closed', 'AbortError')))
  })
  opened.catch(() => undefined)

  async function bufferFor(wanted: string): Promise<SourceBuffer> {
    await opened
    if (!buffer) {
      buffer = source.addSourceBuffer(wanted)
    } else if (type !== wanted) {
      buffer.changeType(wanted)
    }
    if (type !== wanted && wanted !== 'audio/mpeg') buffer.mode = 'segments'
    type = wanted
    return buffer
  }

  return {
    async append(bytes, { type: wanted, at, from, until }) {
      const target = await bufferFor(wanted)
      // The end first: a window must not be empty.
      target.appendWindowStart = 0
      target.appendWindowEnd = until
      target.appendWindowStart = from
      target.timestampOffset = at
      const done = updated(target, closed.signal)
      target.appendBuffer(bytes)
      await done
    },
    async remove(from, until) {
      if (!buffer) return
      const done = updated(buffer, closed.signal)
      buffer.remove(from, until)
      await done
    },
    finish() {
      if (source.readyState === 'open') source.endOfStream()
    },
    isFinished: () => source.readyState !== 'open',
    close() {
      closed.abort()
      URL.revokeObjectURL(url)
    },
  }
}

/**
 * Resolves when the operation that is started next has ended.
 * @throws when the timeline is closed, because the buffer emits no event then
 */
async function updated(buffer: SourceBuffer, closed: AbortSignal): Promise<void> {
  const ended = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      const { signal } = ended
      const fail = (name: string) => () => reject(new DOMException('It was not appended', name))
      buffer.addEventListener('error', fail('DataError'), { signal })
      closed.addEventListener('abort', fail('AbortError'), { signal })
      buffer.addEventListener('updateend', () => resolve(), { signal })
    })
  } finally {
    ended.abort()
  }
}
