import { listQualities, type Quality, type QualityCodec, streamQuality } from '@tonarchiv/contract/qualities'
import { urlOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import { getStored, setStored } from './browser-storage.ts'
import { call } from './call.ts'

/** Where a quality is chosen for: mobile data, or every other connection. */
export type Connection = 'fixed' | 'mobile'

/** `original` is the file itself. */
export type ChosenQuality = 'original' | Quality

const STORED_NAMES = { fixed: 'soundQuality', mobile: 'mobileSoundQuality' } as const

/** A file whose format not every browser plays is sent in this quality, unless another one is chosen. */
const CONVERTED: Quality = '192'
/** Files that the server could not send in another quality, until the page is loaded anew. */
const ORIGINALS_MAX = 200

const TYPE_OF: Record<QualityCodec, string> = {
  opus: 'audio/mp4; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: 'audio/mpeg',
}

/** The formats that not every browser plays, by file extension. */
const TYPE_OF_FILE: Partial<Record<string, string>> = {
  opus: 'audio/ogg; codecs="opus"',
  ogg: 'audio/ogg; codecs="vorbis"',
  flac: 'audio/flac',
}

/** What some browsers report about the connection. See the Network Information API. */
const NetworkInformation = z.object({ type: z.string() })

/** The codec that the server encodes and this browser plays. */
let codec: QualityCodec | undefined
const originals = new Set<string>()

const canPlay = (type: string) => document.createElement('audio').canPlayType(type) !== ''

/**
 * Asks the server for its encodings.
 * @returns the codec in which this browser gets other qualities; undefined when there is only the original
 * @throws ApiError
 */
export async function loadQualityCodec(): Promise<QualityCodec | undefined> {
  const { codecs } = await call(listQualities)
  codec = codecs.find((each) => canPlay(TYPE_OF[each]))
  return codec
}

/** Asks for the encodings only if tracks may be played in one of them. */
export async function loadNeededQualities(): Promise<void> {
  const isChosen = (['fixed', 'mobile'] as const).some((each) => chosenQuality(each) !== 'original')
  if (isChosen || !Object.values(TYPE_OF_FILE).every((type) => type === undefined || canPlay(type)))
    await loadQualityCodec()
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

/** The path of a track in the quality that applies now; undefined for its own file. */
export function qualityPath(file: string, token: string | undefined): string | undefined {
  if (codec === undefined || originals.has(file)) return undefined
  const chosen = chosenQuality(currentConnection() ?? 'fixed')
  const type = TYPE_OF_FILE[file.slice(file.lastIndexOf('.') + 1).toLowerCase()]
  const kbps = chosen === 'original' ? (type !== undefined && !canPlay(type) ? CONVERTED : undefined) : chosen
  return kbps && urlOf(streamQuality, { params: { file }, query: { kbps, codec, token } })
}

/**
 * From now on the track is played as its own file.
 * @returns whether it was played in another quality
 */
export function playOriginal(file: string): boolean {
  if (qualityPath(file, undefined) === undefined) return false
  if (originals.size >= ORIGINALS_MAX) originals.clear()
  originals.add(file)
  return true
}

/** The second from which an address sends a track that is encoded meanwhile; undefined for other addresses. */
export function secondOfAddress(address: string): number | undefined {
  const url = new URL(address, location.href)
  if (!url.pathname.startsWith(streamQuality.path.replace(':file', ''))) return undefined
  return Number(url.searchParams.get('from') ?? 0)
}

/** The address of the same encoding from another second on. */
export function addressFrom(address: string, seconds: number): string {
  const url = new URL(address, location.href)
  url.searchParams.set('from', String(seconds))
  return url.href
}
