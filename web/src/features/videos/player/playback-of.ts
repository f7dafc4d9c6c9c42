import { streamVideo, type Video } from '@tonarchiv/contract/videos'
import { addressOf } from '@tonarchiv/contract/route'
import { freshVideoAddress, videoAddress } from '#client/media.ts'
import { recall, remember } from '#client/remembered.ts'
import { placeIn, withPlace } from '../video-places.ts'
import { createVideoPlayback, type VideoPlayback } from './video-playback.ts'

const STORED_PATH = /^\/static\/videos\/([^/]+)$/

/**
 * The path of a video’s stream call; undefined when the archive names neither address nor file.
 * See docs/product.md §11.4.
 */
function pathOf({ url, file_path: stored }: Video): string | undefined {
  if (url !== '') return url
  const file = STORED_PATH.exec(stored)?.[1]
  return file === undefined ? undefined : addressOf(streamVideo, { params: { file } })
}

/** The playback of this video for this account, from where it left off on this device. */
export function playbackOf(video: Video, userId: string): VideoPlayback {
  const watched = { userId, videoId: video.id }
  const path = pathOf(video)
  return createVideoPlayback({
    durationSeconds: video.duration,
    firstVolume: recall('videoVolume'),
    startSeconds: placeIn(recall('videoPlaces'), watched),
    address:
      path === undefined ? undefined : (isFresh) => (isFresh ? freshVideoAddress(path) : videoAddress(path)),
    keepPlace: (seconds, durationSeconds) =>
      remember('videoPlaces', withPlace(recall('videoPlaces'), watched, seconds, durationSeconds)),
    keepVolume: (volume) => remember('videoVolume', volume),
  })
}
