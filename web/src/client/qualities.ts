import { listQualities, type Quality, type QualityCodec, streamQuality } from '@tonarchiv/contract/qualities'
import { urlOf } from '@tonarchiv/contract/route'
import { createStore } from 'zustand/vanilla'
import { getStored, setStored } from './signed-in-storage.ts'
import { call } from './call.ts'
import { connectionType } from './network-information.ts'
import { canPlayType, playsItself, type SoundFile } from './playable-formats.ts'

/** The kind of connection for which a quality is chosen: mobile data, or anything else (`fixed`). */
export type Connection = 'fixed' | 'mobile'

/** The quality that a member can choose; `original` stands for the file of the archive itself. */
export type ChosenQuality = 'original' | Quality

const STORED_NAMES = { fixed: 'soundQuality', mobile: 'mobileSoundQuality' } as const

/** The quality in which a file that this browser cannot play is sent, unless another quality is chosen. */
const CONVERTED: Quality = '192'
/** Maximum number of entries in `otherWays` and in `rejected`; a full one is cleared. */
const OTHER_WAYS_MAX = 200

const TYPE_OF: Record<QualityCodec, string> = {
  opus: 'audio/mp4; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: 'audio/mpeg',
}

/** Base for parsing relative URLs; only their path and query are used. */
const ANY_HOST = 'http://localhost'

interface Encodings {
  /** The codec that the server can encode and this browser can play; undefined when there is none, or not known yet. */
  codec: QualityCodec | undefined
}

/** The codec in which the server sends tracks in qualities other than the original. */
export const encodings = createStore<Encodings>(() => ({ codec: undefined }))

/** The form in which a file is played after the other form was rejected. */
type Way = 'original' | 'encoded'

/** By file name: the form that is used since the browser or the server has rejected the other one. */
const otherWays = new Map<string, Way>()
/** The names of files that the browser or the server has rejected at least once. */
const rejected = new Set<string>()

/**
 * Loads which codecs the server can encode.
 * @returns the codec in which this browser gets qualities other than the original; undefined when there is none
 * @throws ApiError
 */
export async function loadQualityCodec(): Promise<QualityCodec | undefined> {
  const { codecs } = await call(listQualities)
  const codec = codecs.find((each) => canPlayType(TYPE_OF[each]))
  encodings.setState({ codec })
  return codec
}

/** The kind of connection; undefined in browsers that do not report it. */
export function currentConnection(): Connection | undefined {
  const type = connectionType()
  if (type === undefined) return undefined
  return type === 'cellular' ? 'mobile' : 'fixed'
}

export function chosenQuality(connection: Connection): ChosenQuality {
  return getStored(STORED_NAMES[connection]) ?? 'original'
}

export function chooseQuality(connection: Connection, quality: ChosenQuality): void {
  setStored(STORED_NAMES[connection], quality === 'original' ? undefined : quality)
}

/** The path of a track in the quality that applies now; undefined when the original file is to be played. */
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
 * Chooses the form in which a track is requested after the browser or the server has rejected it. A rejected encoding
 * is replaced by the original file. An original file is replaced by an encoding only after the second rejection,
 * because the first one may be due to an expired ticket.
 * @returns the new form; undefined when the same form is requested again
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

/** Whether this URL requests an encoding of a track instead of its original file. */
export function isEncoding(address: string): boolean {
  return secondOfAddress(address) !== undefined
}

/**
 * The second of the track at which the encoding of this URL begins; undefined for a URL that does not request an
 * encoding.
 */
export function secondOfAddress(address: string): number | undefined {
  const url = new URL(address, ANY_HOST)
  if (!url.pathname.startsWith(streamQuality.path.replace(':file', ''))) return undefined
  return Number(url.searchParams.get('from') ?? 0)
}

/** Whether this URL requests an encoding in fragmented MP4. */
export function isFragmented(address: string): boolean {
  const codec = new URL(address, ANY_HOST).searchParams.get('codec')
  return isEncoding(address) && (codec === 'opus' || codec === 'aac')
}

/** The URL of the same encoding with another beginning, in seconds of the track. */
export function addressFrom(address: string, seconds: number): string {
  const url = new URL(address, location.href)
  url.searchParams.set('from', String(seconds))
  return url.href
}
