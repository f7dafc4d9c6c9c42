import { link, rm } from 'node:fs/promises'
import { checkPicture } from '#images/pictures.ts'
import { NoFfmpeg, posterFrame } from '#audio-probe/poster-frame.ts'
import type { Services } from '#services.ts'
import type { StagedFile } from '#storage/storage.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { newThumbnailName } from './add-video.ts'
import * as store from './store.ts'
import { removeUnused } from './tidy.ts'

/** A film that gives no picture in so many tries gives none. */
const TRIES = 2
const WAITING = 200
/** Films begin in the dark. */
const PART_OF_FILM = 0.1
const LATEST_SECONDS = 20
const COPIED_AT_ONCE_BYTES = 1024 * 1024

type Needs = Pick<Services, 'db' | 'storage' | 'announcements' | 'config' | 'log'>

/** Pictures out of the films themselves, for videos that came without one. One after the other, beside all else. */
export interface Posters {
  /** Sets a film aside under a name of its own, for it will be moved; undefined where that cannot be. */
  setAside(path: string): Promise<StagedFile | undefined>
  /** Begins; nobody waits for it. */
  make(videoId: string, film: StagedFile | undefined): void
  /** Looks for films that were left out, also because there was no ffmpeg. Resolves when all have been tried. */
  catchUp(): Promise<void>
  /** Ends what is being made. */
  close(): Promise<void>
}

export function openPosters(services: Needs): Posters {
  const { db, storage, announcements, config, log } = services
  const { ffmpeg } = config
  const over = new AbortController()
  const jobs = boundedQueue({ atOnce: 1, waiting: WAITING })
  const running = new Set<Promise<void>>()
  /** Since when it is not looked for any more in this process. */
  let isMissing = ffmpeg === undefined

  async function makeOne(videoId: string, film: StagedFile | undefined): Promise<void> {
    let copy: StagedFile | undefined
    try {
      const video = await store.findVideo(db, videoId)
      if (video === undefined || video.thumbnailName !== null || isMissing || over.signal.aborted) return
      if (ffmpeg === undefined) return
      copy = film ?? (await copyOf(video))
      if (copy === undefined) return
      await store.notePosterTry(db, videoId)
      const atSeconds = Math.min(LATEST_SECONDS, (video.durationSeconds ?? 0) * PART_OF_FILM)
      const { format } = video
      const picture = await posterFrame(ffmpeg, { path: copy.path, format, atSeconds }, over.signal)
      if (picture !== undefined) await keep(videoId, picture)
    } catch (error) {
      if (error instanceof NoFfmpeg) {
        isMissing = true
        log.info('there is no ffmpeg on this machine: videos without a picture of their own get none')
      } else if (!over.signal.aborted) log.warn({ err: error }, 'no picture could be taken out of a video')
    } finally {
      await film?.discard()
      await copy?.discard()
    }
  }

  async function keep(videoId: string, picture: Buffer): Promise<void> {
    if ((await checkPicture(picture, { decode: true })) !== 'picture') return
    const file = await storage.stage()
    const kept: string[] = []
    try {
      await file.write(picture)
      const [thumbnailStorageName = ''] = await storage.keep('thumbnails', [{ from: 'stage', file }])
      kept.push(thumbnailStorageName)
      const thumbnail = { thumbnailName: newThumbnailName(), thumbnailStorageName }
      if (await store.setThumbnail(db, videoId, thumbnail))
        announcements.tell('videosChanged', { removedFiles: [] })
    } finally {
      await file.discard()
      // Where the video has gone meanwhile, or got another picture.
      await removeUnused(services, kept)
    }
  }

  /** A film that lies in the storage, as a file that ffmpeg can open. */
  async function copyOf({ storageName, sizeBytes }: store.VideoRow): Promise<StagedFile | undefined> {
    if ((await storage.freeBytes()) < sizeBytes + config.reservedDiskBytes) return undefined
    const stored = await storage.open(storageName)
    if (stored === undefined) return undefined
    const copy = await storage.stage()
    try {
      for (let position = 0; position < sizeBytes;) {
        over.signal.throwIfAborted()
        const piece = Buffer.allocUnsafe(COPIED_AT_ONCE_BYTES)
        const length = await stored.read(piece, position)
        if (length === 0) break
        await copy.write(piece.subarray(0, length))
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

  function begin(videoId: string, film: StagedFile | undefined): Promise<void> {
    const job = jobs
      .run(() => makeOne(videoId, film))
      .catch(async () => film?.discard())
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
    make: (videoId, film) => void begin(videoId, film),
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

/** Looks once for the pictures of videos that have none. To be called now and then. */
export async function makeMissingPosters(services: Needs, signal: AbortSignal): Promise<void> {
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
