import type { ByteSource } from '../byte-source.ts'
import { LYRICS_FIELD_MAX_BYTES } from '../lyrics-tags.ts'
import { bytesOf, decodedText, endOfText, type FrameBody } from './id3v2-content.ts'

/** Encoding and language before the description. */
const PLAIN_HEADER_BYTES = 4
/** Encoding, language, format of times, and kind of text before the description. */
const TIMED_HEADER_BYTES = 6
const TIMES_IN_MILLISECONDS = 2
const KINDS_OF_LYRICS = new Set([1, 2])

/** The text of a USLT frame. */
export function plainLyricsIn(source: ByteSource, frame: FrameBody): string | undefined {
  const bytes = contentOf(source, frame)
  if (bytes === undefined) return undefined
  const start = endOfText(bytes, PLAIN_HEADER_BYTES, isWide(bytes))
  return start === undefined ? undefined : decodedText(bytes.subarray(start), bytes[0] ?? 0).split('\0')[0]
}

/** The text of a SYLT frame as LRC; undefined when its times are not in milliseconds. */
export function timedLyricsIn(source: ByteSource, frame: FrameBody): string | undefined {
  const bytes = contentOf(source, frame)
  if (bytes === undefined || bytes.length < TIMED_HEADER_BYTES) return undefined
  const [, , , , times, kind = 0] = bytes
  if (times !== TIMES_IN_MILLISECONDS || !KINDS_OF_LYRICS.has(kind)) return undefined
  const parts: TimedPart[] = []
  let at = endOfText(bytes, TIMED_HEADER_BYTES, isWide(bytes))
  while (at !== undefined) {
    const end = endOfText(bytes, at, isWide(bytes))
    if (end === undefined || end + 4 > bytes.length) break
    const [text = ''] = decodedText(bytes.subarray(at, end), bytes[0] ?? 0).split('\0')
    parts.push({ text: text.replaceAll(/\r\n?/g, '\n'), startMs: bytes.readUInt32BE(end) })
    at = end + 4
  }
  return lrcOf(parts)
}

interface TimedPart {
  text: string
  startMs: number
}

/**
 * Converts timed parts to LRC. Each part is a line, unless line breaks in the parts show that they are words: ID3v2.4
 * frames, section 4.9.
 */
function lrcOf(parts: readonly TimedPart[]): string {
  const areWords = parts.some(({ text }, index) => index > 0 && text.startsWith('\n'))
  if (!areWords) return parts.map(({ text, startMs }) => `[${timeOf(startMs)}]${oneLine(text)}`).join('\n')
  let lrc = ''
  for (const { text, startMs } of parts) {
    const time = timeOf(startMs)
    if (lrc === '' || text.startsWith('\n')) lrc += `${lrc === '' ? '' : '\n'}[${time}]`
    lrc += `<${time}>${oneLine(text)}`
  }
  return lrc
}

function oneLine(text: string): string {
  return text.replaceAll(/^\n+|\n+$/g, '').replaceAll('\n', ' ')
}

/** "01:02.50" */
function timeOf(milliseconds: number): string {
  const hundredths = Math.round(Math.min(milliseconds, 59_999_000) / 10)
  const minutes = Math.floor(hundredths / 6000)
  const seconds = Math.floor((hundredths % 6000) / 100)
  return (
    [minutes, seconds].map((number) => String(number).padStart(2, '0')).join(':') +
    `.${String(hundredths % 100).padStart(2, '0')}`
  )
}

/** The bytes of a frame with lyrics; undefined when the frame is too long. */
function contentOf(source: ByteSource, frame: FrameBody): Buffer | undefined {
  return frame.length > LYRICS_FIELD_MAX_BYTES ? undefined : bytesOf(source, frame, frame.length)
}

function isWide(bytes: Buffer): boolean {
  return bytes[0] === 1 || bytes[0] === 2
}
