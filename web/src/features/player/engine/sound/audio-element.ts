/** The part of HTMLAudioElement that the player uses. */
export interface AudioElement extends EventTarget {
  src: string
  currentTime: number
  volume: number
  muted: boolean
  playbackRate: number
  /** The playback rate that the element takes when it loads its next file. */
  defaultPlaybackRate: number
  readonly duration: number
  readonly seeking: boolean
  readonly ended: boolean
  readonly paused: boolean
  readonly readyState: number
  readonly buffered: TimeRanges
  readonly error: { readonly code: number } | null
  play: () => Promise<void>
  pause: () => void
  load: () => void
  removeAttribute: (name: string) => void
}
