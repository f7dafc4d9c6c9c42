import { link, rm } from 'node:fs/promises'
import { checkImage } from '#images/images.ts'
import { NoFfmpeg, posterFrame } from '#audio-probe/poster-frame.ts'
import type { Services } from '#services.ts'
import type { StagedFile } from '#storage/storage.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { newThumbnailName } from './add-video.ts'
import * as store from './store.ts'
import { removeUnused } from './cleanup.ts'

/** A video that gives no image in so many tries gives none. */
const TRIES = 2
const WAITING = 200
/** Videos begin in the dark. */
const POSTER_POSITION = 0.1
const LATEST_SECONDS = 20
const COPIED_AT_ONCE_BYTES = 1024 * 1024

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
  const { db, storage, events, config, log } = services
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
      copy = videoFile ?? (await copyOf(video))
      if (copy === undefined) return
      await store.recordPosterAttempt(db, videoId)
      const atSeconds = Math.min(LATEST_SECONDS, (video.durationSeconds ?? 0) * POSTER_POSITION)
      const { format } = video
      const image = await posterFrame(ffmpeg, { path: copy.path, format, atSeconds }, over.signal)
      if (image !== undefined) await storePoster(videoId, image)
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

  async function storePoster(videoId: string, image: Buffer): Promise<void> {
    if ((await checkImage(image, { decode: true })) !== 'image') return
    const file = await storage.stage()
    const stored: string[] = []
    try {
      await file.write(image)
      const [thumbnailStorageName = ''] = await storage.save('thumbnails', [{ from: 'stage', file }])
      stored.push(thumbnailStorageName)
      const thumbnail = { thumbnailName: newThumbnailName(), thumbnailStorageName }
      if (await store.setThumbnail(db, videoId, thumbnail)) events.emit('videosChanged', { removedFiles: [] })
    } finally {
      await file.discard()
      // Where the video has gone meanwhile, or got another image.
      await removeUnused(services, stored)
    }
  }

  /** A video that lies in the storage, as a file that ffmpeg can open. */
  async function copyOf({ storageName, sizeBytes }: store.VideoRow): Promise<StagedFile | undefined> {
    if ((await storage.freeBytes()) < sizeBytes + config.reservedDiskBytes) return undefined
    const stored = await storage.open(storageName)
    if (stored === undefined) return undefined
    const copy = await storage.stage()
    try {
      for (let position = 0; position < sizeBytes;) {
        over.signal.throwIfAborted()
        const chunk = Buffer.allocUnsafe(COPIED_AT_ONCE_BYTES)
        const length = await stored.read(chunk, position)
        if (length === 0) break
        await copy.write(chunk.subarray(0, length))
        position += length
      }
      await copy.finish()
      return copy
    } catch (error) {
      await copy.discard()
      throw error
    } finally {
      stored.close()
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
    setAside: async (path) => {
      if (isMissing) return undefined
      const stage = await storage.stage()
      try {
        await stage.finish()
        await rm(stage.path)
        await link(path, stage.path)
        return stage
      } catch {
        await stage.discard()
        return undefined
      }
    },
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
