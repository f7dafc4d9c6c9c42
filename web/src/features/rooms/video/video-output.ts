import { createStore, type StoreApi } from 'zustand/vanilla'
import { claimMediaSession } from '#client/media-session.ts'
import { joinSinglePlayback } from '#client/single-playback.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import {
  addressOfVideo,
  bufferedEnd,
  createVideoVolume,
  FIRST_VOLUME,
  thumbnailUrlOf,
  type VideoVolume,
} from '#features/videos/index.ts'
import type { FollowedPlayer } from '../following/follower.ts'
import { createVideoPlayer, type VideoParts } from './video-player.ts'

interface VideoState {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** The second up to which everything from the position on is buffered. */
  bufferedSeconds: number
}

/** The video element of a room, as the session uses it. */
export interface VideoOutput extends VideoVolume {
  state: StoreApi<VideoState>
  player: FollowedPlayer
  /** @returns a function that removes the video from this element */
  show: (box: VideoBox) => () => void
  close: () => void
}

/** The element around the video. */
export type VideoBox = Pick<HTMLElement, 'append'>

interface VideoHandlers {
  videoOf: VideoParts['videoOf']
  /** Returns the title for the operating system's media controls. */
  titleOf: () => string
  /** Called when the operating system's media controls start the video. */
  onPress: () => void
  /** Called when the media controls or another player of this browser stop the video. */
  onStop: () => void
}

/** Creates the video element of a room. While it plays, all other players of this browser are paused. */
export function createVideoOutput({ videoOf, titleOf, onPress, onStop }: VideoHandlers): VideoOutput {
  const element = document.createElement('video')
  element.playsInline = true
  element.preload = 'auto'
  const state = createStore<VideoState>(() => ({
    volume: getStored('videoVolume') ?? FIRST_VOLUME,
    isMuted: false,
    bufferedSeconds: 0,
  }))
  element.volume = state.getState().volume
  const sounding = joinSinglePlayback(onStop)
  const claim = claimMediaSession({
    show(session) {
      session.metadata = new MediaMetadata({ title: titleOf() })
      session.playbackState = element.paused ? 'paused' : 'playing'
    },
    actions: [
      ['play', onPress],
      ['pause', onStop],
    ],
  })
  const closed = new AbortController()
  const { signal } = closed
  element.addEventListener(
    'playing',
    () => {
      sounding.begin()
      claim.take()
    },
    { signal },
  )
  for (const name of ['progress', 'timeupdate', 'emptied'])
    element.addEventListener(
      name,
      () => state.setState({ bufferedSeconds: bufferedEnd(element.currentTime, element.buffered) }),
      { signal },
    )
  return {
    state,
    ...createVideoVolume(
      state,
      () => element,
      (volume) => setStored('videoVolume', volume),
    ),
    player: createVideoPlayer({
      element,
      videoOf,
      addressOf: addressOfVideo,
      posterOf: (thumbnailUrl) => thumbnailUrlOf(thumbnailUrl, '1280'),
    }),
    show(box) {
      box.append(element)
      return () => element.remove()
    },
    close() {
      closed.abort()
      element.pause()
      // Removing the source and loading closes the network connection.
      element.removeAttribute('src')
      element.load()
      claim.release()
      sounding.leave()
    },
  }
}
