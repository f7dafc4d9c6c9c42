import { TRACK_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { convertAudio, formatOfCopy } from '#audio-probe/convert-audio.ts'
import { NoFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import type { Catalog } from '#features/catalog/index.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { Services } from '#services.ts'
import { copyToStage } from '#storage/copy-to-stage.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { StagedFile } from '#storage/storage.ts'
import * as store from './store.ts'

/** A command that imports runs beside the server and cannot wake it. */
const LOOK_EVERY_MS = 60_000
const TRIES_MAX = 3
/** After this time without a renewal a claim has lost its process. */
const CLAIM_MS = 90_000
const RENEW_EVERY_MS = 30_000
/** Largest difference in seconds between the durations of a file and of its copy: encoders add silence. */
const SAME_SECONDS = 0.5
const SAME_SHARE = 0.01

/** `skipped`: it was not tried, such as on a full disk. `unusable`: there is no ffmpeg. */
type Outcome = 'converted' | 'failed' | 'skipped' | 'unusable'

/** Makes playable copies of files that browsers cannot play, one after the other in the background. */
export interface Converter {
  /** Looks for tracks to convert now. */
  wake(): void
  /** Aborts the running conversion, which starts again with the next process. */
  close(): Promise<void>
}

type Needs = Pick<Services, 'db' | 'storage' | 'probe' | 'config' | 'now' | 'log'>

export function openConverter(services: Needs, catalog: Catalog): Converter {
  const { db, config, now, log } = services
  const { ffmpeg } = config
  if (ffmpeg === undefined) return { wake: () => {}, close: async () => {} }
  const over = new AbortController()
  let wasMissing = false
  const worker = backgroundWorker(
    async () => convertDue(ffmpeg),
    (error) => log.error({ err: error }, 'tracks could not be converted'),
  )

  async function convertDue(program: string): Promise<void> {
    while (!over.signal.aborted) {
      const at = now()
      const due = await store.findDue(db, at.toISOString(), TRIES_MAX)
      if (due === undefined) return
      const claim = { at: at.toISOString(), until: claimEnd(), triesMax: TRIES_MAX }
      if (!(await store.claim(db, due, claim))) continue
      const outcome = await convertClaimed(program, due)
      if (outcome === 'skipped' || outcome === 'unusable') return
    }
  }

  function claimEnd(): string {
    return new Date(now().getTime() + CLAIM_MS).toISOString()
  }

  async function convertClaimed(program: string, due: store.DueTrack): Promise<Outcome> {
    let outcome: Outcome = 'failed'
    const renewal = setInterval(() => {
      store.renewClaim(db, due, claimEnd()).catch(() => {
        // The next renewal tries again; without one the claim ends.
      })
    }, RENEW_EVERY_MS)
    try {
      outcome = await convert({ ...services, catalog }, program, due, over.signal)
    } catch (error) {
      if (over.signal.aborted || error instanceof StorageUnavailable) outcome = 'skipped'
      else if (error instanceof NoFfmpeg) outcome = 'unusable'
      else throw error
    } finally {
      clearInterval(renewal)
      if (outcome === 'converted') await store.removeAttempts(db, due)
      else await store.release(db, due, { isCounted: outcome === 'failed' })
    }
    const { trackId } = due
    if (outcome === 'failed') log.warn({ trackId }, 'a track could not be converted')
    if (outcome === 'unusable' && !wasMissing)
      log.info('there is no ffmpeg on this machine: tracks that browsers cannot play stay as they are')
    wasMissing = outcome === 'unusable'
    return outcome
  }

  const timer = setInterval(worker.wake, LOOK_EVERY_MS)
  timer.unref()
  worker.wake()
  return {
    wake: worker.wake,
    close: async () => {
      clearInterval(timer)
      over.abort()
      await worker.close()
    },
  }
}

async function convert(
  services: Needs & { catalog: Catalog },
  program: string,
  due: store.DueTrack,
  signal: AbortSignal,
): Promise<Outcome> {
  const { storage, probe, config, catalog } = services
  if ((await storage.freeBytes()) < due.sizeBytes + TRACK_MAX_BYTES + config.reservedDiskBytes)
    return 'skipped'
  const local = storage.pathOf?.(due.storageName)
  const needed = { ...due, reservedBytes: config.reservedDiskBytes }
  const loaded = local === undefined ? await copyToStage(storage, needed, signal) : undefined
  const path = local ?? loaded?.path
  if (path === undefined) return 'failed'
  let copy: StagedFile | undefined
  try {
    const info = await probe.infoOf(path)
    if (info.kind !== 'audio') return 'failed'
    copy = await storage.stage()
    await copy.finish()
    const target = { path: copy.path, maxBytes: TRACK_MAX_BYTES }
    if (!(await convertAudio(program, { ...info, path }, target, signal))) return 'failed'
    const made = await probe.infoOf(copy.path)
    if (made.kind !== 'audio' || made.format !== formatOfCopy(info) || !isSameLength(info, made))
      return 'failed'
    const item = { from: 'path', path: copy.path, link: true, isRead: true } as const
    await catalog.edit.addPlayableCopy(due, { item, info: made })
    return 'converted'
  } finally {
    await loaded?.discard()
    await copy?.discard()
  }
}

interface Lasting {
  durationSeconds: number
}

function isSameLength(original: Lasting, copy: Lasting): boolean {
  const most = Math.max(SAME_SECONDS, original.durationSeconds * SAME_SHARE)
  return Math.abs(original.durationSeconds - copy.durationSeconds) <= most
}
