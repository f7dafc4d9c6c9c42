import type { AudioElement } from './audio-element.ts'

/** A fake of the browser's audio element for tests: a test controls its sound. */
export class SilentElement extends EventTarget implements AudioElement {
  src = ''
  volume = 1
  muted = false
  playbackRate = 1
  defaultPlaybackRate = 1
  duration = Number.NaN
  seeking = false
  ended = false
  paused = true
  readyState = 0
  buffered: TimeRanges = { length: 0, start: () => 0, end: () => 0 }
  error: { code: number } | null = null
  /** Whether the browser refuses to play outside of a user gesture. */
  needsPress = false
  private position = 0

  get currentTime() {
    return this.position
  }

  set currentTime(seconds: number) {
    this.position = seconds
    this.ended = false
    this.dispatch('seeking')
  }

  play(): Promise<void> {
    if (this.needsPress) return Promise.reject(new DOMException('A press is needed', 'NotAllowedError'))
    this.paused = false
    this.ended = false
    return Promise.resolve()
  }

  pause() {
    if (this.paused) return
    this.paused = true
    // Browsers emit `pause` in a later task.
    setTimeout(() => this.dispatch('pause'))
  }

  load() {
    this.position = 0
    this.playbackRate = this.defaultPlaybackRate
    this.error = null
    this.readyState = 0
    this.duration = Number.NaN
    this.ended = false
    this.buffered = { length: 0, start: () => 0, end: () => 0 }
  }

  removeAttribute() {
    this.src = ''
  }

  /** The file has loaded and its first sound plays. */
  sounds(durationSeconds: number) {
    this.duration = durationSeconds
    this.dispatch('durationchange')
    this.dispatch('playing')
  }

  /** Buffers the file until this second without playing. */
  loads(untilSeconds: number, durationSeconds = untilSeconds) {
    this.duration = durationSeconds
    this.readyState = 4
    this.buffered = { length: 1, start: () => 0, end: () => untilSeconds }
    this.dispatch('durationchange')
    this.dispatch('progress')
  }

  /** Plays from the current position to this second. */
  runsTo(seconds: number) {
    for (let at = this.position; at <= seconds; at += 0.25) {
      this.position = at
      this.dispatch('timeupdate')
    }
  }

  /** Plays at this second now; browsers emit `timeupdate` only four times a second. */
  plays(seconds: number) {
    const quarter = Math.floor(this.position * 4)
    this.position = seconds
    if (Math.floor(seconds * 4) !== quarter) this.dispatch('timeupdate')
  }

  runsDry() {
    this.dispatch('waiting')
  }

  isPausedBySystem() {
    this.paused = true
    this.dispatch('pause')
  }

  reachesItsEnd() {
    this.paused = true
    this.ended = true
    this.dispatch('pause')
    this.dispatch('ended')
  }

  /** The element fails with this code of MediaError. */
  breaks(code: number) {
    this.error = { code }
    this.dispatch('error')
  }

  private dispatch(name: string) {
    this.dispatchEvent(new Event(name))
  }
}
