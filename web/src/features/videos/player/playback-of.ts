import { streamVideo, type Video } from '@tonarchiv/contract/videos'
import { urlOf } from '@tonarchiv/contract/route'
import { freshVideoUrl, videoUrl } from '#client/media.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { positionOf, withPosition } from '../video/video-positions.ts'
import { createVideoPlayback, type VideoPlayback } from './video-playback.ts'

const STORED_PATH = /^\/static\/videos\/([^/]+)$/

/**
 * The path of a video's stream call; undefined when the archive has neither URL nor file. See docs/product.md
 * §11.4.
 */
function pathOf({ url, file_path: stored }: Video): string | undefined {
  if (url !== '') return url
  const file = STORED_PATH.exec(stored)?.[1]
  return file === undefined ? undefined : urlOf(streamVideo, { params: { file } })
}

/** The playback of this video for this account, from its last position on this device. */
export function playbackOf(video: Video, userId: string): VideoPlayback {
  const watched = { userId, videoId: video.id }
  const path = pathOf(video)
  return createVideoPlayback({
    durationSeconds: video.duration,
    firstVolume: getStored('videoVolume'),
    startSeconds: positionOf(getStored('videoPlaces'), watched),
    address: path === undefined ? undefined : (isFresh) => (isFresh ? freshVideoUrl(path) : videoUrl(path)),
    savePosition: (seconds, durationSeconds) =>
      setStored('videoPlaces', withPosition(getStored('videoPlaces'), watched, seconds, durationSeconds)),
    saveVolume: (volume) => setStored('videoVolume', volume),
  })
}
