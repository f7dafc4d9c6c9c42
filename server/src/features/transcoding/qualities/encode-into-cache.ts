import { rename, rm } from 'node:fs/promises'
import { qualityUnavailable } from '@tonarchiv/contract/qualities'
import { overloaded } from '@tonarchiv/contract/refusal'
import { encodeQuality, type Encoding, isFragmented } from '#audio-probe/encode-quality.ts'
import { musicSeconds } from '#audio-probe/info/music-seconds.ts'
import { NoFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { copyToStage } from '#storage/copy-to-stage.ts'
import type { StagedFile, Storage } from '#storage/storage.ts'
import type { QualityCache } from './quality-cache.ts'
import type { QualitySource } from './quality-file.ts'
import { stateLength } from './state-length.ts'

/** Maximum number of bytes of an encoded file, enough for hours of music. */
const FILE_MAX_BYTES = 1024 * 1024 * 1024

type Needs = Pick<Services, 'storage' | 'config' | 'probe'>

interface Encoded {
  source: QualitySource
  /** The name of the file while it is being written (`begun`), and its name when it is complete. */
  begun: string
  name: string
  /** Called when the header of the file is complete. */
  onHeader: () => void
}

/**
 * Encodes a stored file into the cache.
 *
 * @throws Refused `qualityUnavailable`, `overloaded`
 */
export async function encodeIntoCache(
  { storage, config, probe }: Needs,
  cache: QualityCache,
  { source, begun, name, onHeader }: Encoded,
  signal: AbortSignal,
): Promise<void> {
  const { ffmpeg, reservedDiskBytes } = config
  await cache.prepare()
  const free = (await storage.freeBytes()) - reservedDiskBytes
  if (ffmpeg === undefined || free <= 0) throw new Refused(overloaded)
  const local = storage.pathOf?.(source.storageName)
  const copy =
    local === undefined ? await copyOf(storage, source.storageName, reservedDiskBytes, signal) : undefined
  const path = local ?? copy?.path
  const target = { path: cache.pathOf(begun), maxBytes: Math.min(FILE_MAX_BYTES, free) }
  try {
    if (path === undefined) throw new Refused(qualityUnavailable)
    const { kbps, codec, fromSeconds, format } = source
    const seconds = musicSeconds(await probe.infoOf(path))
    const encoding = { source: { path, format, seconds }, kbps, codec, fromSeconds, target }
    const isDone = await withLength(encoding, onHeader, async () => encodeQuality(ffmpeg, encoding, signal))
    if (!isDone) throw new Refused(qualityUnavailable)
    await rename(target.path, cache.pathOf(name))
  } catch (error) {
    await rm(target.path, { force: true })
    throw error instanceof NoFfmpeg ? new Refused(qualityUnavailable) : error
  } finally {
    await copy?.discard()
  }
}

/** Encodes the file. As soon as ffmpeg has written the header, the length of the music is written into it. */
async function withLength(
  { source: { seconds }, codec, fromSeconds, target }: Encoding,
  onHeader: () => void,
  encodes: () => Promise<boolean>,
): Promise<boolean> {
  const over = new AbortController()
  const stating =
    seconds === undefined || !isFragmented(codec)
      ? Promise.resolve()
      : stateLength(target.path, seconds - fromSeconds, over.signal)
  const headed = stating.then(onHeader)
  // Awaited below.
  headed.catch(() => undefined)
  try {
    return await encodes()
  } finally {
    over.abort()
    await headed
  }
}

async function copyOf(
  storage: Storage,
  storageName: string,
  reservedBytes: number,
  signal: AbortSignal,
): Promise<StagedFile | undefined> {
  const stored = await storage.open(storageName)
  stored?.close()
  if (stored === undefined) return undefined
  return copyToStage(storage, { storageName, sizeBytes: stored.sizeBytes, reservedBytes }, signal)
}
