import { readAdts } from '../mpeg/adts.ts'
import {
  EndOfBytes,
  TooMuchWork,
  withSourceOfFile,
  type ByteSource,
  type ReadBuffers,
} from '../byte-source.ts'
import { readFlac } from '../flac-and-ogg/flac.ts'
import { keepLyrics } from '../lyrics-tags.ts'
import { readId3v2, type TagFindings } from '../mpeg/id3v2.ts'
import { readMp3 } from '../mpeg/mp3.ts'
import { isMp4, readMp4 } from '../mp4/mp4.ts'
import { readOgg } from '../flac-and-ogg/ogg.ts'
import { BrokenAudio, type BrokenReason, type Sound } from '../sound.ts'
import { readTrailingTags } from '../mpeg/trailing-tags.ts'
import { readAc3 } from '../unplayable/ac3.ts'
import { isAiff, readAiff } from '../unplayable/aiff.ts'
import { isAsf, readAsf } from '../unplayable/asf.ts'
import { isDsdiff, readDsdiff } from '../unplayable/dsdiff.ts'
import { isDsf, readDsf } from '../unplayable/dsf.ts'
import { readDts } from '../unplayable/dts.ts'
import { readEac3 } from '../unplayable/eac3.ts'
import { isMonkeysAudio, readMonkeysAudio } from '../unplayable/monkeys-audio.ts'
import { isMusepack, readMusepack } from '../unplayable/musepack.ts'
import { isTta, readTta } from '../unplayable/tta.ts'
import { isWavPack, readWavPack } from '../unplayable/wavpack.ts'
import { readWav } from '../wav/wav.ts'

/** Format, codec, duration and tags of a file; its name is not used. */
export type AudioInfo =
  | ({ kind: 'audio'; sizeBytes: number } & TagFindings & Sound)
  | { kind: 'not-audio' }
  | { kind: 'broken'; reason: BrokenReason }

const ID3V2_TAGS_MAX = 8
/** Smaller files contain neither a tag nor a frame. */
const LEAST_BYTES = 16

/**
 * Reads a file synchronously: call it off the main thread (pool/probe-pool.ts). Needs one read of the head
 * and usually one of the tail. Never throws; `buffers` are reused from call to call.
 */
export function readAudioInfo(path: string, buffers: ReadBuffers): AudioInfo {
  try {
    return withSourceOfFile(path, buffers, (source) => audioInfoOf(source))
  } catch {
    return { kind: 'broken', reason: 'unreadable' }
  }
}

/**
 * As `readAudioInfo`, for bytes from another source.
 * @throws only errors of the source itself
 */
export function audioInfoOf(source: ByteSource): AudioInfo {
  const found: TagFindings = { tags: {} }
  try {
    const sound = soundIn(source, found)
    if (sound === undefined) return { kind: 'not-audio' }
    return { kind: 'audio', ...sound, sizeBytes: source.size, ...found }
  } catch (error) {
    if (error instanceof BrokenAudio) return { kind: 'broken', reason: error.reason }
    if (error instanceof EndOfBytes) return { kind: 'broken', reason: 'truncated' }
    if (error instanceof TooMuchWork) return { kind: 'broken', reason: 'too-much-work' }
    throw error
  }
}

/** Detects the format by the first bytes. Undefined when it is not an accepted one. */
function soundIn(source: ByteSource, found: TagFindings): Sound | undefined {
  if (source.size < LEAST_BYTES) return undefined
  if (source.is(0, 'OggS')) return readOgg(source, found)
  if (isMp4(source)) return readMp4(source, found)
  if (source.is(8, 'WAVE') && (source.is(0, 'RIFF') || source.is(0, 'RF64') || source.is(0, 'BW64'))) {
    return readWav(source, found)
  }
  if (isAiff(source)) return readAiff(source, found)
  if (isAsf(source)) return readAsf(source, found)
  if (isWavPack(source)) return readWavPack(source, found)
  if (isDsf(source)) return readDsf(source, found)
  if (isDsdiff(source)) return readDsdiff(source, found)
  const start = readLeadingTags(source, found)
  if (start >= source.size) throw new BrokenAudio(start === source.size ? 'no-sound' : 'truncated')
  if (source.is(start, 'fLaC')) return readFlac(source, start, found)
  if (isTta(source, start)) return readTta(source, start, found)
  if (isMonkeysAudio(source, start)) return readMonkeysAudio(source, start, found)
  if (isMusepack(source, start)) return readMusepack(source, start, found)
  // Tags at the end are read only if the file contains audio.
  const behind: TagFindings = { tags: {} }
  const end = readTrailingTags(source, start, behind)
  const sound =
    readMp3(source, { start, end }, start > 0) ??
    readAdts(source, { start, end }) ??
    readAc3(source, start) ??
    readEac3(source, start) ??
    readDts(source, start)
  found.tags = { ...behind.tags, ...found.tags }
  if (found.cover === undefined && behind.cover !== undefined) found.cover = behind.cover
  if (behind.lyrics !== undefined) keepLyrics(found, behind.lyrics)
  if (behind.soundTags !== undefined) found.soundTags = { ...behind.soundTags, ...found.soundTags }
  return sound
}

/**
 * Reads the ID3v2 tags at the beginning of a file and returns the offset after them. They come before MPEG and bare AAC
 * frames, and by mistake before FLAC. Sometimes there are several.
 */
export function readLeadingTags(source: ByteSource, found: TagFindings): number {
  let start = 0
  for (let count = 0; count < ID3V2_TAGS_MAX; count += 1) {
    const end = readId3v2(source, start, found)
    if (end === start) return start
    start = end
  }
  return start
}
