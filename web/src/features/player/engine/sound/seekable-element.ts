import { addressFrom, secondOfAddress } from '#client/qualities.ts'
import type { AudioElement } from './audio-element.ts'

/** An audio element of the browser, which reports in which ranges it can seek. */
export interface RealElement extends AudioElement {
  readonly seekable: TimeRanges
}

/**
 * An audio element that can seek in a track while the server encodes that track. A seek to a position that was not
 * received yet requests another encoding, which begins at that position. Files that need no encoding are played
 * unchanged. All positions are seconds of the track.
 */
export class SeekableElement implements AudioElement {
  readonly #element: RealElement
  /** The second of the track at which the received encoding begins; undefined for a file that is not encoded. */
  #origin: number | undefined

  constructor(element: RealElement) {
    this.#element = element
  }

  /** The audio element of the browser that plays the sound. */
  get real(): RealElement {
    return this.#element
  }

  get src(): string {
    return this.#element.src
  }

  set src(address: string) {
    this.#origin = secondOfAddress(address)
    this.#element.src = address
  }

  get currentTime(): number {
    return (this.#origin ?? 0) + this.#element.currentTime
  }

  set currentTime(seconds: number) {
    const origin = this.#origin ?? 0
    if (this.#origin === undefined || this.#isThere(seconds - origin))
      this.#element.currentTime = seconds - origin
    else this.#beginAt(Math.floor(seconds))
  }

  /** NaN for an encoding, because browsers derive a too short duration from its first fragments. */
  get duration(): number {
    return this.#origin === undefined ? this.#element.duration : Number.NaN
  }

  get buffered(): TimeRanges {
    const ranges = this.#element.buffered
    const origin = this.#origin ?? 0
    return {
      length: ranges.length,
      start: (index) => origin + ranges.start(index),
      end: (index) => origin + ranges.end(index),
    }
  }

  get volume(): number {
    return this.#element.volume
  }

  set volume(volume: number) {
    this.#element.volume = volume
  }

  get muted(): boolean {
    return this.#element.muted
  }

  set muted(isMuted: boolean) {
    this.#element.muted = isMuted
  }

  get playbackRate(): number {
    return this.#element.playbackRate
  }

  set playbackRate(rate: number) {
    this.#element.playbackRate = rate
  }

  get defaultPlaybackRate(): number {
    return this.#element.defaultPlaybackRate
  }

  set defaultPlaybackRate(rate: number) {
    this.#element.defaultPlaybackRate = rate
  }

  get seeking(): boolean {
    return this.#element.seeking
  }

  get ended(): boolean {
    return this.#element.ended
  }

  get paused(): boolean {
    return this.#element.paused
  }

  get readyState(): number {
    return this.#element.readyState
  }

  get error(): { readonly code: number } | null {
    return this.#element.error
  }

  async play(): Promise<void> {
    return this.#element.play()
  }

  pause(): void {
    this.#element.pause()
  }

  load(): void {
    this.#element.load()
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.#origin = undefined
    this.#element.removeAttribute(name)
  }

  addEventListener(...listener: Parameters<EventTarget['addEventListener']>): void {
    this.#element.addEventListener(...listener)
  }

  removeEventListener(...listener: Parameters<EventTarget['removeEventListener']>): void {
    this.#element.removeEventListener(...listener)
  }

  dispatchEvent(event: Event): boolean {
    return this.#element.dispatchEvent(event)
  }

  #isThere(seconds: number): boolean {
    return [this.#element.seekable, this.#element.buffered].some((ranges) => {
      for (let i = 0; i < ranges.length; i += 1)
        if (ranges.start(i) <= seconds && seconds < ranges.end(i)) return true
      return false
    })
  }

  #beginAt(seconds: number): void {
    const wasPlaying = !this.#element.paused
    this.src = addressFrom(this.#element.src, seconds)
    // The change of `src` has paused the element without a `pause` event.
    if (wasPlaying) this.#element.play().catch(() => undefined)
    this.#element.dispatchEvent(new Event('seeking'))
  }
}
