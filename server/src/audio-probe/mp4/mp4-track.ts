import type { AudioCodec } from '../audio-formats.ts'
import type { ByteSource } from '../byte-source.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'
import { readSampleEntry } from './mp4-codec.ts'
import { readVisualSampleEntry, readShownSize, type VisualSample } from './mp4-visual.ts'

/** One track of a movie. */
export interface Mp4Track {
  id: number
  kind: 'sound' | 'video' | 'other'
  codec?: AudioCodec | 'encrypted'
  sampleRate: number
  channels: number
  /** Ticks per second. */
  timescale: number
  /** Duration of the whole track. */
  ticks: number
  /** Duration after its single edit, in units of the movie; 0 without an edit. */
  editTicks: number
  /** Ticks of the track before its single edit. */
  editStartTicks: number
  /** Dimensions and codec of a video track. */
  visual: VisualSample
  /** Tables of the samples' durations in ticks and of their sizes in bytes. */
  stts?: Mp4Box
  stsz?: Mp4Box
}

const TKHD = boxType('tkhd')
const EDTS = boxType('edts')
const ELST = boxType('elst')
const MDIA = boxType('mdia')
const MDHD = boxType('mdhd')
const HDLR = boxType('hdlr')
const MINF = boxType('minf')
const STBL = boxType('stbl')
const STSD = boxType('stsd')
const STTS = boxType('stts')
const STSZ = boxType('stsz')
const SOUN = boxType('soun')
const VIDE = boxType('vide')
/** Codecs of chapter images, which do not count as video. */
const STILLS = new Set([boxType('jpeg'), boxType('png '), boxType('mjpa'), boxType('mjpb')])
const UNKNOWN_SIZE = 0xffffffff

export function readTrack(source: ByteSource, trak: Mp4Box): Mp4Track {
  const track: Mp4Track = {
    id: 0,
    kind: 'other',
    sampleRate: 0,
    channels: 0,
    timescale: 0,
    ticks: 0,
    editTicks: 0,
    editStartTicks: 0,
    visual: { codec: '', profile: 0, width: 0, height: 0 },
  }
  for (const box of boxesIn(source, trak.body, trak.end)) {
    if (box.type === TKHD) {
      track.id = source.u32(box.body + (source.u8(box.body) === 1 ? 20 : 12))
      readShownSize(source, box, track.visual)
    }
    if (box.type === EDTS) readEdits(source, box, track)
    if (box.type === MDIA) readMedia(source, box, track)
  }
  if (track.kind === 'sound' && track.ticks === 0)
    track.ticks = listedTicks(source, track, Number.POSITIVE_INFINITY)
  return track
}

function readEdits(source: ByteSource, edts: Mp4Box, track: Mp4Track): void {
  for (const box of boxesIn(source, edts.body, edts.end)) {
    if (box.type !== ELST || source.u32(box.body + 4) !== 1) continue
    const isLarge = source.u8(box.body) === 1
    track.editTicks = isLarge ? source.u64(box.body + 8) : source.u32(box.body + 8)
    track.editStartTicks = isLarge ? source.u64(box.body + 16) : source.u32(box.body + 12)
  }
}

function readMedia(source: ByteSource, mdia: Mp4Box, track: Mp4Track): void {
  for (const box of boxesIn(source, mdia.body, mdia.end)) {
    if (box.type === MDHD) readMediaHeader(source, box, track)
    if (box.type === HDLR) {
      const handler = source.u32(box.body + 8)
      track.kind = handler === SOUN ? 'sound' : handler === VIDE ? 'video' : 'other'
    }
    if (box.type === MINF) readSampleTables(source, box, track)
  }
}

function readMediaHeader(source: ByteSource, { body }: Mp4Box, track: Mp4Track): void {
  const isLarge = source.u8(body) === 1
  track.timescale = source.u32(body + (isLarge ? 20 : 12))
  const ticks = isLarge ? source.u64(body + 24) : source.u32(body + 16)
  track.ticks = ticks === UNKNOWN_SIZE || !Number.isSafeInteger(ticks) ? 0 : ticks
}

function readSampleTables(source: ByteSource, minf: Mp4Box, track: Mp4Track): void {
  for (const stbl of boxesIn(source, minf.body, minf.end)) {
    if (stbl.type !== STBL) continue
    for (const box of boxesIn(source, stbl.body, stbl.end)) {
      if (box.type === STSD) readDescription(source, box, track)
      if (box.type === STTS) track.stts = box
      if (box.type === STSZ) track.stsz = box
    }
  }
}

function readDescription(source: ByteSource, stsd: Mp4Box, track: Mp4Track): void {
  for (const entry of boxesIn(source, stsd.body + 8, stsd.end)) {
    if (track.kind === 'video' && STILLS.has(entry.type)) track.kind = 'other'
    if (track.kind === 'sound') Object.assign(track, readSampleEntry(source, entry))
    if (track.kind === 'video') readVisualSampleEntry(source, entry, track.visual)
    // The other sample descriptions of a track have the same codec.
    return
  }
}

const STTS_HEADER_BYTES = 8
const STSZ_HEADER_BYTES = 12

/** Duration in ticks of the first `samples` samples that the movie box lists. */
export function listedTicks(source: ByteSource, { stts }: Mp4Track, samples: number): number {
  if (stts === undefined) return 0
  let left = samples
  let ticks = 0
  for (const entry of sttsEntries(source, stts)) {
    if (left <= 0) break
    const count = Math.min(left, source.u32(entry))
    ticks += count * source.u32(entry + 4)
    left -= count
  }
  return ticks
}

/** Offsets of the entries that count frames of the same duration. */
function* sttsEntries(source: ByteSource, stts: Mp4Box): Generator<number> {
  const declared = source.u32(stts.body + 4)
  const entries = Math.min(declared, Math.floor((stts.end - stts.body - STTS_HEADER_BYTES) / 8))
  for (let index = 0; index < entries; index += 1) yield stts.body + STTS_HEADER_BYTES + index * 8
}

/** Duration in ticks of all listed frames, each as long as the first one: what a decoder returns. */
export function wholeFrameTicks(source: ByteSource, { stts }: Mp4Track): number {
  if (stts === undefined) return 0
  let frames = 0
  for (const entry of sttsEntries(source, stts)) frames += source.u32(entry)
  const [first] = sttsEntries(source, stts)
  return first === undefined ? 0 : frames * source.u32(first + 4)
}

/**
 * Duration in ticks of the samples before `end`, if they are contiguous in `data` as in a file with one
 * track.
 */
export function ticksWithin(source: ByteSource, track: Mp4Track, data: Mp4Box, end: number): number {
  const { stsz } = track
  if (stsz === undefined || data.body >= end) return 0
  let left = Math.min(end, data.end) - data.body
  const sameBytes = source.u32(stsz.body + 4)
  const count = source.u32(stsz.body + 8)
  if (sameBytes > 0) return listedTicks(source, track, Math.min(count, Math.floor(left / sameBytes)))
  const entries = Math.min(count, Math.floor((stsz.end - stsz.body - STSZ_HEADER_BYTES) / 4))
  let samples = 0
  while (samples < entries) {
    left -= source.u32(stsz.body + STSZ_HEADER_BYTES + samples * 4)
    if (left < 0) break
    samples += 1
  }
  return listedTicks(source, track, samples)
}
