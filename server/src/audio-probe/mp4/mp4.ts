import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { boxesIn, boxesOfFile, boxType, type Mp4Box } from './mp4-boxes.ts'
import { fragmentTicks } from './mp4-fragments.ts'
import { readIlst } from './mp4-tags.ts'
import { listedTicks, readTrack, ticksWithin, wholeFrameTicks, type Mp4Track } from './mp4-track.ts'
import { BrokenAudio, soundOf, type EncoderTrim, type Sound } from '../sound.ts'

const FTYP = boxType('ftyp')
const MOOV = boxType('moov')
const MDAT = boxType('mdat')
const MOOF = boxType('moof')
const MVHD = boxType('mvhd')
const TRAK = boxType('trak')
const MVEX = boxType('mvex')
const TREX = boxType('trex')
const UDTA = boxType('udta')
const META = boxType('meta')
const HDLR = boxType('hdlr')
const ILST = boxType('ilst')

/** The top-level boxes of the file. */
export interface TopLevel {
  moov?: Mp4Box
  /** Bytes of sample data in the file. */
  dataBytes: number
  firstData?: Mp4Box
  isCut: boolean
  firstFragment?: number
}

/** The contents of the movie box. */
export interface Movie {
  tracks: Mp4Track[]
  /** Units per second. */
  timescale: number
  isFragmented: boolean
  /** Default duration of a sample in a fragment, by track. */
  defaultSampleTicks: Map<number, number>
}

export function isMp4(source: ByteSource): boolean {
  return source.size >= 16 && source.u32(4) === FTYP
}

/**
 * Reads the audio track of an MP4 file. Undefined when it is a video, or has no audio.
 * @throws BrokenAudio
 */
export function readMp4(source: ByteSource, found: TagFindings): Sound | undefined {
  const top = topLevel(source)
  if (top.moov === undefined || top.moov.end > source.size) throw new BrokenAudio('truncated')
  const movie = readMovie(source, top.moov, found)
  if (movie.tracks.some((track) => track.kind === 'video')) return undefined
  const track = movie.tracks.find(({ kind }) => kind === 'sound')
  if (track === undefined) return undefined
  if (track.codec === 'encrypted') throw new BrokenAudio('encrypted')
  if (track.codec === undefined) throw new BrokenAudio('unsupported-codec')
  const { codec, sampleRate, channels } = track
  const durationSeconds = secondsOf(source, top, movie, track)
  const cut = top.isCut && ({ isCut: true } as const)
  const ranges = { format: 'm4a', codec, durationSeconds, sampleRate, channels, ...cut } as const
  return soundOf(ranges, top.dataBytes)
}

/**
 * What the edit list of an MP4 file cuts off its audio track, in samples of the track's own clock; undefined
 * without an edit.
 */
export function mp4Trim(source: ByteSource): EncoderTrim | undefined {
  const { moov } = topLevel(source)
  if (moov === undefined || moov.end > source.size) return undefined
  const movie = readMovie(source, moov, { tags: {} })
  const track = movie.tracks.find(({ kind }) => kind === 'sound')
  if (track === undefined || track.editTicks === 0 || movie.timescale === 0) return undefined
  const { editStartTicks: delaySamples, timescale: sampleRate, ticks } = track
  if (movie.isFragmented || delaySamples >= ticks) return undefined
  // The duration of the edit is rounded to units of the movie header, often milliseconds. The duration of the track is
  // exact in samples. If both differ by less than one unit, the difference is only rounding, and the exact one is used.
  const byEdit = Math.round((track.editTicks / movie.timescale) * sampleRate)
  const listed = ticks - delaySamples
  const played = Math.abs(listed - byEdit) < sampleRate / movie.timescale ? listed : byEdit
  const decoded = track.codec === 'aac' ? wholeFrameTicks(source, track) : ticks
  return { delaySamples, paddingSamples: Math.max(0, decoded - delaySamples - played), sampleRate }
}

export function topLevel(source: ByteSource): TopLevel {
  const top: TopLevel = { dataBytes: 0, isCut: false }
  for (const box of boxesOfFile(source, 0)) {
    if (box.end > source.size) top.isCut = true
    if (box.type === MOOV) top.moov ??= box
    if (box.type === MDAT) {
      top.dataBytes += Math.min(box.end, source.size) - box.body
      top.firstData ??= box
    }
    if (box.type === MOOF && top.firstFragment === undefined) {
      top.firstFragment = box.start
      // All remaining bytes count as data. The fragments are read only later, when their samples are counted.
      top.dataBytes += source.size - box.start
      break
    }
  }
  return top
}

export function readMovie(source: ByteSource, moov: Mp4Box, found: TagFindings): Movie {
  const movie: Movie = { tracks: [], timescale: 0, isFragmented: false, defaultSampleTicks: new Map() }
  for (const box of boxesIn(source, moov.body, moov.end)) {
    if (box.type === MVHD) movie.timescale = source.u32(box.body + (source.u8(box.body) === 1 ? 20 : 12))
    if (box.type === TRAK) movie.tracks.push(readTrack(source, box))
    if (box.type === MVEX) readExtends(source, box, movie)
    if (box.type === UDTA) readUserData(source, box, found)
    if (box.type === META) readMeta(source, box, found)
  }
  return movie
}

function readExtends(source: ByteSource, mvex: Mp4Box, movie: Movie): void {
  movie.isFragmented = true
  for (const box of boxesIn(source, mvex.body, mvex.end)) {
    if (box.type === TREX) movie.defaultSampleTicks.set(source.u32(box.body + 4), source.u32(box.body + 12))
  }
}

function readUserData(source: ByteSource, udta: Mp4Box, found: TagFindings): void {
  for (const box of boxesIn(source, udta.body, udta.end)) {
    if (box.type === META) readMeta(source, box, found)
  }
}

function readMeta(source: ByteSource, meta: Mp4Box, found: TagFindings): void {
  // In QuickTime files this box has no version field before its first box.
  const isBare = meta.end - meta.body >= 8 && source.u32(meta.body + 4) === HDLR
  for (const box of boxesIn(source, meta.body + (isBare ? 0 : 4), meta.end)) {
    if (box.type === ILST) readIlst(source, box, found)
  }
}

/** Duration of the part of a track that is in the file. */
export function secondsOf(source: ByteSource, top: TopLevel, movie: Movie, track: Mp4Track): number {
  const trackSeconds = track.ticks / track.timescale
  if (movie.isFragmented && top.firstFragment !== undefined) {
    const defaultTicks = movie.defaultSampleTicks.get(track.id) ?? 0
    const ticks = fragmentTicks(source, top.firstFragment, track.id, defaultTicks)
    return (listedTicks(source, track, Number.POSITIVE_INFINITY) + ticks) / track.timescale
  }
  if (top.isCut && top.firstData !== undefined) {
    return ticksWithin(source, track, top.firstData, source.size) / track.timescale
  }
  // An edit removes the encoder's delay and padding; it cannot extend the track.
  const editSeconds = track.editTicks / movie.timescale
  return editSeconds > 0 && editSeconds < trackSeconds ? editSeconds : trackSeconds
}
