import type { Video } from '@tonarchiv/contract/videos'
import type { SoundNow } from '#features/player/index.ts'
import type { FollowedPlayer } from '../following/follower.ts'

/** The part of a video element that a room uses. */
export type VideoElement = Pick<
  HTMLVideoElement,
  | 'src'
  | 'poster'
  | 'currentTime'
  | 'playbackRate'
  | 'preservesPitch'
  | 'paused'
  | 'ended'
  | 'seeking'
  | 'readyState'
  | 'play'
  | 'pause'
> & { readonly error: object | null }

export interface VideoParts {
  element: VideoElement
  /** The video of an entry; undefined if the member may not see it. */
  videoOf: (entryId: string) => Pick<Video, 'url' | 'file_path' | 'thumbnailUrl'> | undefined
  /** Returns the URL of a video's file; with `isFresh`, a URL with a new ticket. */
  addressOf: (
    video: Pick<Video, 'url' | 'file_path'>,
  ) => ((isFresh: boolean) => Promise<string> | string) | undefined
  posterOf: (thumbnailUrl: string) => string
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3

/** A video element as a room controls it. */
export function createVideoPlayer({ element, videoOf, addressOf, posterOf }: VideoParts): FollowedPlayer {
  let opened: string | undefined
  let source: 'none' | 'requested' | 'set' | 'failed' = 'none'
  let isToPlay = false
  let needsPress = false
  /** The position when `play` was called. The video has begun as soon as its position differs from this one. */
  let startedAt: number | undefined
  /** Incremented when a video is opened. A URL that arrives for an earlier opening is ignored. */
  let turn = 0

  async function open(entryId: string, seconds: number): Promise<void> {
    turn += 1
    const own = turn
    // If the same entry is opened again, it has failed before. Its ticket may have expired, so a new one is requested.
    const isFresh = opened === entryId
    opened = entryId
    pause()
    needsPress = false
    source = 'requested'
    const video = videoOf(entryId)
    const address = video && addressOf(video)
    if (!video || !address) return fail()
    element.poster = video.thumbnailUrl === null ? '' : posterOf(video.thumbnailUrl)
    try {
      const given = address(isFresh)
      const url = typeof given === 'string' ? given : await given
      if (own !== turn) return
      element.src = url
    } catch {
      if (own === turn) fail()
      return
    }
    source = 'set'
    // Set before the metadata is loaded, so that the file begins at this position.
    element.currentTime = seconds
    if (isToPlay) begin()
  }

  function fail(): void {
    source = 'failed'
  }

  function begin(): void {
    startedAt = element.currentTime
    element.play().catch((failure: unknown) => {
      if (failure instanceof DOMException && failure.name === 'NotAllowedError') needsPress = true
    })
  }

  function pause(): void {
    isToPlay = false
    element.pause()
  }

  function soundNow(): SoundNow {
    if (opened === undefined || source === 'failed' || element.error) return { is: 'closed' }
    if (source === 'requested') return { is: 'loading', isToPlay }
    const hasData = element.readyState >= HAVE_FUTURE_DATA && !element.seeking
    if (element.paused) return hasData || element.ended ? { is: 'ready' } : { is: 'loading', isToPlay: false }
    if (!hasData) startedAt = element.currentTime
    else if (element.currentTime !== startedAt) startedAt = undefined
    return startedAt === undefined
      ? { is: 'playing', audibleSeconds: element.currentTime }
      : { is: 'loading', isToPlay: true }
  }

  return {
    entryId: () => opened,
    needsPress: () => needsPress,
    soundNow,
    cue({ entry }, seconds) {
      if (entry) void open(entry.id, seconds)
    },
    // Nothing is prepared: the next video is opened when the room plays it.
    prepareNext: () => undefined,
    play() {
      isToPlay = true
      needsPress = false
      if (source === 'set') begin()
    },
    pause,
    seek(seconds) {
      element.currentTime = seconds
      startedAt = seconds
    },
    correctRate(rate) {
      // Preserving the pitch would delay the sound by about 20 ms.
      element.preservesPitch = false
      element.playbackRate = rate
    },
  }
}
