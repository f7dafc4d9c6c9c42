import type { AudioElement } from '../audio-element.ts'

/** Where a batch of bytes is placed on the timeline, in seconds of the timeline. */
export interface Place {
  type: string
  /** The second at which the first packet of the bytes begins. */
  at: number
  /** Sound before `from` and after `until` is cut off, also within a packet. */
  from: number
  until: number
}

/** A buffer (SourceBuffer) to which sound is appended; one audio element plays it without gaps. */
export interface MediaTimeline {
  /**
   * @throws DOMException `QuotaExceededError` when the browser's buffer is full; one with another name when the browser
   * cannot read the bytes, or when the timeline is closed
   */
  append: (bytes: Uint8Array<ArrayBuffer>, place: Place) => Promise<void>
  remove: (from: number, until: number) => Promise<void>
  /** Declares that nothing follows the appended sound. A later `append` revokes that. */
  finish: () => void
  /** Whether `finish` is in effect, or the timeline is not open. */
  isFinished: () => boolean
  close: () => void
}

/** An audio element that can play a timeline. */
export interface TimelineElement extends AudioElement {
  disableRemotePlayback: boolean
}

type Source = typeof MediaSource

/** The browser's class for media sources: ManagedMediaSource in Safari on iOS; undefined where there is none. */
export function mediaSource(): Source | undefined {
  const managed: unknown = Reflect.get(globalThis, 'ManagedMediaSource')
  if (isSource(managed)) return managed
  return 'MediaSource' in globalThis ? MediaSource : undefined
}

function isSource(value: unknown): value is Source {
  return typeof value === 'function' && 'isTypeSupported' in value
}

/** Connects the element to a new, empty timeline. The element can be started before the timeline is open. */
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
      // The end is set first, because the browser rejects an append window that is empty.
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
 * Resolves when the operation that the caller starts next has ended.
 * @throws DOMException when the operation fails, or when the timeline is closed: the buffer emits no event then
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
