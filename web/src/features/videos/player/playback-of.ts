import { streamVideo, type Video } from '@tonarchiv/contract/videos'
import { urlOf } from '@tonarchiv/contract/route'
import { freshVideoUrl, videoUrl } from '#client/media.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { positionOf, withPosition } from '../video/video-positions.ts'
import { createVideoPlayback, type VideoPlayback } from './video-playback.ts'

const STORED_PATH = /^\/static\/videos\/([^/]+)$/

/**
 * Returns a function that returns the URL of the file of a video; with `isFresh`, a URL with a new ticket. Undefined
 * when the archive has no file.
 */
export function addressOfVideo(
  video: Pick<Video, 'url' | 'file_path'>,
): ((isFresh: boolean) => Promise<string> | string) | undefined {
  const path = pathOf(video)
  return path === undefined ? undefined : (isFresh) => (isFresh ? freshVideoUrl(path) : videoUrl(path))
}

/**
 * The path of the call that streams a video; undefined when the archive has neither a URL nor a file for it. See
 * docs/product.md §11.4.
 */
function pathOf({ url, file_path: stored }: Pick<Video, 'url' | 'file_path'>): string | undefined {
  if (url !== '') return url
  const file = STORED_PATH.exec(stored)?.[1]
  return file === undefined ? undefined : urlOf(streamVideo, { params: { file } })
}

/** Creates the playback of a video for this account. It starts at the position that this browser has stored. */
export function playbackOf(video: Video, userId: string): VideoPlayback {
  const watched = { userId, videoId: video.id }
  return createVideoPlayback({
    durationSeconds: video.duration,
    firstVolume: getStored('videoVolume'),
    startSeconds: positionOf(getStored('videoPlaces'), watched),
    address: addressOfVideo(video),
    savePosition: (seconds, durationSeconds) =>
      setStored('videoPlaces', withPosition(getStored('videoPlaces'), watched, seconds, durationSeconds)),
    saveVolume: (volume) => setStored('videoVolume', volume),
  })
}
