import { NoFfmpeg, posterFrame } from '#audio-probe/poster-frame.ts'
import type { Services } from '#services.ts'
import type { StagedFile } from '#storage/storage.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { copyVideo, linkAside, storePoster } from './poster-files.ts'
import * as store from './store.ts'

/** A video that gives no image in so many tries gives none. */
const TRIES = 2
const WAITING = 200
/** Videos begin in the dark. */
const POSTER_POSITION = 0.1
const LATEST_SECONDS = 20

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'config' | 'log'>

/** Images out of the videos themselves, for videos that came without one. One after the other, beside all else. */
export interface Posters {
  /** Sets a video aside under a name of its own, for it will be moved; undefined where that cannot be. */
  setAside(path: string): Promise<StagedFile | undefined>
  /** Begins; nobody waits for it. */
  make(videoId: string, videoFile: StagedFile | undefined): void
  /** Looks for videos that were left out, also because there was no ffmpeg. Resolves when all have been tried. */
  catchUp(): Promise<void>
  /** Ends what is being made. */
  close(): Promise<void>
}

export function openPosters(services: Needs): Posters {
  const { db, storage, config, log } = services
  const { ffmpeg } = config
  const over = new AbortController()
  const jobs = boundedQueue({ atOnce: 1, waiting: WAITING })
  const running = new Set<Promise<void>>()
  /** Since when it is not looked for any more in this process. */
  let isMissing = ffmpeg === undefined

  async function createOne(videoId: string, videoFile: StagedFile | undefined): Promise<void> {
    let copy: StagedFile | undefined
    try {
      const video = await store.findVideo(db, videoId)
      if (video === undefined || video.thumbnailName !== null || isMissing || over.signal.aborted) return
      if (ffmpeg === undefined) return
      copy = videoFile ?? (await copyVideo(services, video, over.signal))
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

/** Looks once for the images of videos that have none. To be called now and then. */
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
