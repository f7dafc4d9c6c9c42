import { posterFrame } from '#audio-probe/poster-frame.ts'
import { NoFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import type { Services } from '#services.ts'
import { copyToStage } from '#storage/copy-to-stage.ts'
import type { StagedFile } from '#storage/storage.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { linkAside, storePoster } from './poster-files.ts'
import * as store from './store.ts'

/** Maximum number of attempts for each video. */
const TRIES = 2
const WAITING = 200
/** Position of the frame as a share of the duration. Videos often begin with black frames. */
const POSTER_POSITION = 0.1
const LATEST_SECONDS = 20

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'config' | 'log'>

/** Makes thumbnails for videos that were uploaded without one, one after the other in the background. */
export interface Posters {
  /**
   * Makes a hard link to an uploaded video, because its file will be moved into the storage. Undefined where hard links
   * are not possible.
   */
  setAside(path: string): Promise<StagedFile | undefined>
  /** Starts making a thumbnail in the background. */
  make(videoId: string, videoFile: StagedFile | undefined): void
  /**
   * Makes thumbnails for all videos without one, such as those that were added while ffmpeg was missing. Resolves after
   * an attempt for each of them.
   */
  catchUp(): Promise<void>
  /** Aborts the running job. */
  close(): Promise<void>
}

export function openPosters(services: Needs): Posters {
  const { db, storage, config, log } = services
  const { ffmpeg } = config
  const over = new AbortController()
  const jobs = boundedQueue({ atOnce: 1, waiting: WAITING })
  const running = new Set<Promise<void>>()
  /** Whether ffmpeg is missing. If it is, this process does not try again. */
  let isMissing = ffmpeg === undefined

  async function createOne(videoId: string, videoFile: StagedFile | undefined): Promise<void> {
    let copy: StagedFile | undefined
    try {
      const video = await store.findVideo(db, videoId)
      if (video === undefined || video.thumbnailName !== null || isMissing || over.signal.aborted) return
      if (ffmpeg === undefined) return
      const { storageName, sizeBytes } = video
      const needed = { storageName, sizeBytes, reservedBytes: config.reservedDiskBytes }
      copy = videoFile ?? (await copyToStage(storage, needed, over.signal))
      if (copy === undefined) return
      await store.recordPosterAttempt(db, videoId)
      const atSeconds = Math.min(LATEST_SECONDS, (video.durationSeconds ?? 0) * POSTER_POSITION)
      const { format } = video
      const image = await posterFrame(ffmpeg, { path: copy.path, format, atSeconds }, over.signal)
      if (image !== undefined) await storePoster(services, videoId, image)
    } catch (error) {
      if (error instanceof NoFfmpeg) {
        isMissing = true
        log.info('there is no ffmpeg on this machine: videos without a picture of their own get none')
      } else if (!over.signal.aborted) log.warn({ err: error }, 'no picture could be taken out of a video')
    } finally {
      await videoFile?.discard()
      await copy?.discard()
    }
  }

  function begin(videoId: string, videoFile: StagedFile | undefined): Promise<void> {
    const job = jobs
      .run(() => createOne(videoId, videoFile))
      .catch(async () => videoFile?.discard())
      .finally(() => running.delete(job))
    running.add(job)
    return job
  }

  return {
    setAside: async (path) => (isMissing ? undefined : linkAside(storage, path)),
    make: (videoId, videoFile) => void begin(videoId, videoFile),
    catchUp: async () => {
      isMissing = ffmpeg === undefined
      for (const { id } of await store.videosWithoutThumbnail(db, TRIES)) {
        if (isMissing || over.signal.aborted) return
        await begin(id, undefined)
      }
    },
    close: async () => {
      over.abort()
      await Promise.all(running)
    },
  }
}

/** Makes all missing thumbnails once. */
export async function createMissingPosters(services: Needs, signal: AbortSignal): Promise<void> {
  const posters = openPosters(services)
  const stop = () => void posters.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await posters.catchUp()
  } finally {
    signal.removeEventListener('abort', stop)
    await posters.close()
  }
}
