import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type QualityCodec, qualityUnavailable } from '@tonarchiv/contract/qualities'
import { encodableCodecs, isEncodable } from '#audio-probe/encode-quality.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { randomDigits } from '#platform/random-digits.ts'
import { Refused } from '#platform/refused.ts'
import type { AppTimes } from '#feature.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import { encodeIntoCache } from './encode-into-cache.ts'
import { type GrowingFile, growingFile } from './growing-file.ts'
import { type QualityCache, qualityCache } from './quality-cache.ts'
import { cachedName, type QualityFile, type QualitySource } from './quality-file.ts'

const FOLDER = 'qualities'
const WAITING_MAX = 64
const WAITING_PER_ACCOUNT_MAX = 6
/**
 * An encoding without listeners goes on for this time, because a seek closes one request before it sends another. It
 * ends at once when another encoding waits for it.
 */
const UNUSED_MS = 10_000
/** Minimum time between two searches for ffmpeg while it is missing. */
const LOOK_AGAIN_MS = 10 * 60_000

/** An encoded file that is complete or is still being written. Call `leave` when you no longer read it. */
export type QualityStream = WholeQuality | { isWhole: false; file: GrowingFile; leave: () => void }

export interface WholeQuality {
  isWhole: true
  file: StoredFile
  name: string
}

/**
 * Encodes tracks for listeners who want to load fewer bytes. It runs at most as many encodings as the machine has
 * cores.
 */
export interface QualityStreams {
  /** The codecs that can be encoded; empty without ffmpeg. */
  codecs(): Promise<readonly QualityCodec[]>
  /**
   * Opens an encoded file, and starts its encoding if needed. Requests for the same file share one encoding.
   * @throws Refused `qualityUnavailable`, `overloaded`
   */
  open(source: QualitySource, userId: string): Promise<QualityStream>
  /** Opens the encoded file if it is already complete. */
  openWhole(source: QualityFile): Promise<WholeQuality | undefined>
  /** Ends all encodings. */
  close(): Promise<void>
}

interface Encoder {
  file: GrowingFile
  listeners: number
  isOver: boolean
  over: AbortController
  unused: NodeJS.Timeout | undefined
}

type Needs = Pick<Services, 'storage' | 'config' | 'log' | 'probe'>

export function openQualityStreams(
  services: Needs,
  { endUnusedEncodingsAfterMs = UNUSED_MS }: AppTimes,
): QualityStreams {
  const { config, log } = services
  const { ffmpeg } = config
  const cache = cacheOf(services)
  const queue = boundedQueue({
    atOnce: availableParallelism(),
    waiting: WAITING_MAX,
    waitingPerOwner: WAITING_PER_ACCOUNT_MAX,
  })
  const closed = new AbortController()
  const running = new Map<string, Encoder>()
  const codecs = knownCodecs(ffmpeg, closed.signal)

  function start(name: string, source: QualitySource, userId: string): Encoder {
    const over = new AbortController()
    const begun = `${name}.begun-${randomDigits(4)}`
    const signal = AbortSignal.any([over.signal, closed.signal])
    const { promise: headed, resolve: onHeader } = Promise.withResolvers<void>()
    const work = async () => {
      signal.throwIfAborted()
      await encodeIntoCache(services, cache, { source, begun, name, onHeader }, signal)
    }
    const written = queue.run(work, userId, availableParallelism()).catch((error: unknown) => {
      if (error instanceof Refused) throw error
      if (!signal.aborted) log.warn({ err: error }, 'a track could not be encoded in another quality')
      throw new Refused(qualityUnavailable)
    })
    if (queue.waiting() > 0) endUnused()
    const paths = [cache.pathOf(begun), cache.pathOf(name)] as const
    const file = growingFile({ paths, begun: headed, written })
    const encoder: Encoder = { file, listeners: 0, isOver: false, over, unused: undefined }
    running.set(name, encoder)
    const ended = () => {
      encoder.isOver = true
      forget(name, encoder)
      closeIfUnused(encoder)
    }
    file.whole.then(ended, ended)
    return encoder
  }

  function endUnused(): void {
    for (const [name, encoder] of running) if (encoder.listeners === 0) end(name, encoder)
  }

  function end(name: string, encoder: Encoder): void {
    clearTimeout(encoder.unused)
    forget(name, encoder)
    encoder.over.abort()
  }

  /** Removes the encoder, so that the next request starts a new one. */
  function forget(name: string, encoder: Encoder): void {
    if (running.get(name) === encoder) running.delete(name)
  }

  function closeIfUnused({ file, listeners, isOver }: Encoder): void {
    if (listeners > 0 || !isOver) return
    // The cache is shrunk only now, because it must not remove files that are still being read.
    file
      .close()
      .then(async () => cache.shrink())
      .catch((error: unknown) => log.warn({ err: error }, 'the cache of encoded tracks could not be shrunk'))
  }

  function listen(name: string, encoder: Encoder): QualityStream {
    clearTimeout(encoder.unused)
    encoder.listeners += 1
    const leave = () => {
      encoder.listeners -= 1
      if (encoder.listeners > 0) return
      closeIfUnused(encoder)
      if (encoder.isOver) return
      if (queue.waiting() > 0) return end(name, encoder)
      encoder.unused = setTimeout(end, endUnusedEncodingsAfterMs, name, encoder)
      encoder.unused.unref()
    }
    return { isWhole: false, file: encoder.file, leave }
  }

  async function openWhole(source: QualityFile): Promise<WholeQuality | undefined> {
    const name = cachedName(source)
    const file = await cache.open(name)
    return file === undefined ? undefined : { isWhole: true, file, name }
  }

  return {
    codecs,
    openWhole,
    open: async (source, userId) => {
      const whole = await openWhole(source)
      if (whole !== undefined) return whole
      if (!isEncodable(source.codec, await codecs())) throw new Refused(qualityUnavailable)
      const name = cachedName(source)
      return listen(name, running.get(name) ?? start(name, source, userId))
    },
    close: async () => {
      closed.abort()
      const all = [...running.values()]
      await Promise.allSettled(all.map(async ({ file }) => file.whole))
      await Promise.all(all.map(async ({ file }) => file.close()))
    },
  }
}

function cacheOf({ config }: Pick<Services, 'config'>): QualityCache {
  return qualityCache(join(config.dataFolder, FOLDER), config.qualityCacheBytes)
}

/** Removes encoded files of deleted tracks, and abandoned incomplete files. */
export async function cleanUpQualities(services: Services): Promise<void> {
  await cacheOf(services).cleanUp(services.db, services.now())
}

/** Reads the codecs of ffmpeg and caches them. While ffmpeg is missing, it is searched again from time to time. */
function knownCodecs(
  ffmpeg: string | undefined,
  signal: AbortSignal,
): () => Promise<readonly QualityCodec[]> {
  let known: Promise<readonly QualityCodec[]> | undefined
  let askedAt = 0
  return async () => {
    if (ffmpeg === undefined) return []
    const at = performance.now()
    if (known === undefined || ((await known).length === 0 && at - askedAt > LOOK_AGAIN_MS)) {
      askedAt = at
      known = encodableCodecs(ffmpeg, signal).catch(() => [])
    }
    return known
  }
}
