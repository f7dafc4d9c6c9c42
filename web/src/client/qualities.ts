import { listQualities, type Quality, type QualityCodec, streamQuality } from '@tonarchiv/contract/qualities'
import { urlOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { getStored, setStored } from './signed-in-storage.ts'
import { call } from './call.ts'
import { canPlayType, playsItself, type SoundFile } from './playable-formats.ts'

/** The kind of connection for which a quality is chosen: mobile data, or any other. */
export type Connection = 'fixed' | 'mobile'

/** `original` is the file itself. */
export type ChosenQuality = 'original' | Quality

const STORED_NAMES = { fixed: 'soundQuality', mobile: 'mobileSoundQuality' } as const

/** A file that this browser does not play is sent in this quality, unless another one is chosen. */
const CONVERTED: Quality = '192'
/** Limit of `otherWays` and `rejected`, which are cleared when they reach it. */
const OTHER_WAYS_MAX = 200

const TYPE_OF: Record<QualityCodec, string> = {
  opus: 'audio/mp4; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: 'audio/mpeg',
}

/** A base for relative URLs of which only the path and the query are read. */
const ANY_HOST = 'http://localhost'

/** What some browsers report about the connection. See the Network Information API. */
const NetworkInformation = z.object({ type: z.string() })

interface Encodings {
  /** The codec that the server encodes and this browser plays; undefined when there is none, and before it is known. */
  codec: QualityCodec | undefined
}

/** The codec in which the server sends tracks in other qualities. */
export const encodings = createStore<Encodings>(() => ({ codec: undefined }))

/** By file name: how it is played after the first way was rejected. */
type Way = 'original' | 'encoded'

/** The names of files that this browser or the server has rejected once. */
const otherWays = new Map<string, Way>()
/** Files that this browser or the server has rejected once. */
const rejected = new Set<string>()

/**
 * Asks the server for its encodings.
 * @returns the codec in which this browser gets other qualities; undefined when there is only the original
 * @throws ApiError
 */
export async function loadQualityCodec(): Promise<QualityCodec | undefined> {
  const { codecs } = await call(listQualities)
  const codec = codecs.find((each) => canPlayType(TYPE_OF[each]))
  encodings.setState({ codec })
  return codec
}

/** Undefined in browsers that do not report the kind of connection. */
export function currentConnection(): Connection | undefined {
  const known = z.safeParse(NetworkInformation, 'connection' in navigator ? navigator.connection : undefined)
  if (!known.success || known.data.type === 'unknown') return undefined
  return known.data.type === 'cellular' ? 'mobile' : 'fixed'
}

export function chosenQuality(connection: Connection): ChosenQuality {
  return getStored(STORED_NAMES[connection]) ?? 'original'
}

export function chooseQuality(connection: Connection, quality: ChosenQuality): void {
  setStored(STORED_NAMES[connection], quality === 'original' ? undefined : quality)
}

/** The path of a track in the quality that applies now; undefined when the original file is played. */
export function qualityPath(track: SoundFile, token: string | undefined): string | undefined {
  const { codec } = encodings.getState()
  const { file } = track
  const way = otherWays.get(file)
  if (codec === undefined || way === 'original') return undefined
  const chosen = chosenQuality(currentConnection() ?? 'fixed')
  if (chosen === 'original' && way === undefined && playsItself(track)) return undefined
  const kbps = chosen === 'original' ? CONVERTED : chosen
  return urlOf(streamQuality, { params: { file }, query: { kbps, codec, token } })
}

/**
 * Chooses how a track is played after the browser or the server has rejected it. A rejected encoding is replaced by the
 * original file. An original file is replaced by an encoding after the second rejection, because the first one may be
 * due to an expired ticket.
 * @returns the new way; undefined when the same way is tried again
 */
export function otherWayOf(track: SoundFile): Way | undefined {
  const way = nextWayOf(track)
  if (otherWays.size >= OTHER_WAYS_MAX) otherWays.clear()
  if (rejected.size >= OTHER_WAYS_MAX) rejected.clear()
  rejected.add(track.file)
  if (way !== undefined) otherWays.set(track.file, way)
  return way
}

function nextWayOf(track: SoundFile): Way | undefined {
  const used = otherWays.get(track.file)
  if (qualityPath(track, undefined) !== undefined)
    return used === undefined && playsItself(track) ? 'original' : undefined
  const canBeEncoded = encodings.getState().codec !== undefined && used === undefined
  return canBeEncoded && rejected.has(track.file) ? 'encoded' : undefined
}

/** Whether this is the URL of an encoding. */
export function isEncoding(address: string): boolean {
  return secondOfAddress(address) !== undefined
}

/**
 * The second of the track at which the encoding of this URL begins; undefined when it is not the URL of an encoding.
 */
export function secondOfAddress(address: string): number | undefined {
  const url = new URL(address, ANY_HOST)
  if (!url.pathname.startsWith(streamQuality.path.replace(':file', ''))) return undefined
  return Number(url.searchParams.get('from') ?? 0)
}

/** Whether this is the URL of an encoding in fragmented MP4. */
export function isFragmented(address: string): boolean {
  const codec = new URL(address, ANY_HOST).searchParams.get('codec')
  return isEncoding(address) && (codec === 'opus' || codec === 'aac')
}

/** The URL of the same encoding, beginning at another second. */
export function addressFrom(address: string, seconds: number): string {
  const url = new URL(address, location.href)
  url.searchParams.set('from', String(seconds))
  return url.href
}
