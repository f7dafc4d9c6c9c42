/*
 * The audio element behind the player: it opens addresses, plays them and says in our words what
 * happens to the sound. It knows neither tracks nor order.
 */

/** What we use of HTMLAudioElement. */
export interface AudioElement extends EventTarget {
  src: string
  currentTime: number
  volume: number
  muted: boolean
  readonly duration: number
  readonly seeking: boolean
  readonly ended: boolean
  readonly paused: boolean
  readonly buffered: TimeRanges
  readonly error: { readonly code: number } | null
  play: () => Promise<void>
  pause: () => void
  load: () => void
  removeAttribute: (name: string) => void
}

/** Why the element gave up, by the code of its MediaError; `aborted` was our own doing. */
export type SoundFailure = 'aborted' | 'network' | 'decode' | 'unsupported'

const FAILURES: Record<number, SoundFailure> = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' }

/** What the sound does, as it happens. Times in seconds. */
export interface SoundEvents {
  onTime: (positionSeconds: number) => void
  onLength: (durationSeconds: number) => void
  /** The end of the loaded stretch around the position. */
  onBuffered: (untilSeconds: number) => void
  onPlaying: () => void
  /** It would like to play and has no data. */
  onWaiting: () => void
  /** Paused by us or by the system. */
  onPaused: () => void
  onJump: () => void
  onEnded: () => void
  onFailure: (failure: SoundFailure) => void
}

export interface Sound {
  /** Replaces what was open; begins at this second. */
  open: (address: string, atSeconds: number) => void
  /** Never throws: what goes wrong arrives as a failure, a refusal of the browser as a pause. */
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  setVolume: (volume: number, isMuted: boolean) => void
  /** Lets go of the file and its connection. */
  close: () => void
}

export function createSound(element: AudioElement, events: SoundEvents): Sound {
  const heard: Record<string, () => void> = {
    timeupdate() {
      if (!element.seeking) events.onTime(element.currentTime)
      events.onBuffered(bufferedUntil(element.buffered, element.currentTime))
    },
    progress: () => events.onBuffered(bufferedUntil(element.buffered, element.currentTime)),
    durationchange() {
      if (Number.isFinite(element.duration)) events.onLength(element.duration)
    },
    playing: events.onPlaying,
    waiting: events.onWaiting,
    seeking: events.onJump,
    pause() {
      // The event comes late: the end pauses too, and meanwhile another track may have begun.
      if (element.paused && !element.ended) events.onPaused()
    },
    ended: events.onEnded,
    error: () => events.onFailure(FAILURES[element.error?.code ?? 0] ?? 'unsupported'),
  }
  for (const [name, listener] of Object.entries(heard)) element.addEventListener(name, listener)

  return {
    open(address, atSeconds) {
      element.src = address
      if (atSeconds > 0) element.currentTime = atSeconds
    },
    play() {
      element.play().catch((refused: unknown) => {
        if (refused instanceof DOMException && refused.name === 'NotAllowedError') events.onPaused()
      })
    },
    pause: () => element.pause(),
    seek(seconds) {
      element.currentTime = seconds
    },
    setVolume(volume, isMuted) {
      element.volume = volume
      element.muted = isMuted
    },
    close() {
      element.pause()
      element.removeAttribute('src')
      element.load()
    },
  }
}

/** The end of the range that holds this position; the position itself when none does. */
export function bufferedUntil(ranges: TimeRanges, positionSeconds: number): number {
  for (let i = 0; i < ranges.length; i += 1) {
    // A quarter second of slack: the position may lie a frame before its range.
    if (ranges.start(i) <= positionSeconds + 0.25 && ranges.end(i) >= positionSeconds) return ranges.end(i)
  }
  return positionSeconds
}
