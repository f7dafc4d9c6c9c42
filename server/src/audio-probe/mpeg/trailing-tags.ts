import type { ByteSource } from '../byte-source.ts'
import { readId3v1 } from './id3v1.ts'
import { readAppendedId3v2, type TagFindings } from './id3v2.ts'

/** Bytes at the end that contain the markers of all appended tags. */
const TAIL_BYTES = 512
const APE_FOOTER_BYTES = 32
const LYRICS_FOOTER_BYTES = 15

/**
 * Reads the tags after the audio: an appended ID3v2 tag, then ID3v1. APE and lyrics are skipped. Returns the
 * end of the audio.
 */
export function readTrailingTags(source: ByteSource, start: number, found: TagFindings): number {
  // Loads the tail with one read for all checks below.
  source.u8(Math.max(0, source.size - TAIL_BYTES))
  const nothing: TagFindings = { tags: {} }
  let end = readId3v1(source, source.size, nothing)
  end = beforeLyrics(source, end)
  end = beforeApe(source, end)
  end = readAppendedId3v2(source, end, found)
  // Fields of version 1 are truncated to 30 characters, so they have the lowest priority.
  readId3v1(source, source.size, found)
  return Math.max(start, end)
}

function beforeApe(source: ByteSource, end: number): number {
  const footer = end - APE_FOOTER_BYTES
  if (!source.is(footer, 'APETAGEX')) return end
  const hasHeader = source.u32le(footer + 20) >= 0x80000000
  const start = end - source.u32le(footer + 12) - (hasHeader ? APE_FOOTER_BYTES : 0)
  return start >= 0 ? start : end
}

function beforeLyrics(source: ByteSource, end: number): number {
  if (!source.is(end - 9, 'LYRICS200')) return end
  const digits = source.bytes(end - LYRICS_FOOTER_BYTES, 6).toString('latin1')
  const start = /^\d{6}$/.test(digits) ? end - LYRICS_FOOTER_BYTES - Number(digits) : end
  return start >= 0 ? start : end
}
