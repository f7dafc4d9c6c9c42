import { TRACK_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { convertAudio, formatOfCopy } from '#audio-probe/convert-audio.ts'
import { NoFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import type { Catalog } from '#features/catalog/index.ts'
import { type ClaimedWork, startClaimedWork } from '#platform/claimed-work.ts'
import type { Services } from '#services.ts'
import { copyToStage } from '#storage/copy-to-stage.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { StagedFile } from '#storage/storage.ts'
import * as store from './store.ts'

const TRIES_MAX = 3
/**
 * Maximum difference between the durations of a file and its copy, in seconds and as a share of the duration. The
 * larger of both applies. There is a difference because encoders add silence.
 */
const SAME_SECONDS = 0.5
const SAME_SHARE = 0.01

/** `skipped`: not tried, for example because the disk is full. `unusable`: ffmpeg is missing. */
type Outcome = 'converted' | 'failed' | 'skipped' | 'unusable'

/** Makes playable copies of files that browsers cannot play, one after the other and in the background. */
export type Converter = Pick<ClaimedWork, 'wake' | 'close'>

type Needs = Pick<Services, 'db' | 'storage' | 'probe' | 'config' | 'now' | 'log'>

export function openConverter(services: Needs, catalog: Catalog): Converter {
  const { db, config, now, log } = services
  const { ffmpeg } = config
  if (ffmpeg === undefined) return { wake: () => {}, close: async () => {} }
  let wasMissing = false
  return startClaimedWork<store.DueTrack>(
    {
      findDue: async (at) => store.findDue(db, at, TRIES_MAX),
      claim: async (due, claim) => store.claim(db, due, { ...claim, triesMax: TRIES_MAX }),
      renew: async (due, until) => store.renewClaim(db, due, until),
      run: async (due, signal) => {
        const outcome = await convertClaimed(ffmpeg, due, signal)
        return outcome === 'skipped' || outcome === 'unusable' ? 'later' : 'next'
      },
    },
    { now, onFault: (error) => log.error({ err: error }, 'tracks could not be converted') },
  )

  async function convertClaimed(program: string, due: store.DueTrack, signal: AbortSignal): Promise<Outcome> {
    let outcome: Outcome = 'failed'
    try {
      outcome = await convert({ ...services, catalog }, program, due, signal)
    } catch (error) {
      if (signal.aborted || error instanceof StorageUnavailable) outcome = 'skipped'
      else if (error instanceof NoFfmpeg) outcome = 'unusable'
      else throw error
    } finally {
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
