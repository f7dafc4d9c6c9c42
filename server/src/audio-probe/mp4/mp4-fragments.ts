import type { ByteSource } from '../byte-source.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'

const MOOF = boxType('moof')
const TRAF = boxType('traf')
const TFHD = boxType('tfhd')
const TRUN = boxType('trun')

/** Adds up the ticks of a track's samples in the complete fragments from `start` on. */
export function fragmentTicks(
  source: ByteSource,
  start: number,
  trackId: number,
  defaultTicks: number,
): number {
  let ticks = 0
  for (const moof of boxesIn(source, start, source.size)) {
    if (moof.type !== MOOF) continue
    for (const traf of boxesIn(source, moof.body, moof.end)) {
      if (traf.type === TRAF) ticks += ticksOfTrack(source, traf, trackId, defaultTicks)
    }
  }
  return ticks
}

function ticksOfTrack(source: ByteSource, traf: Mp4Box, trackId: number, defaultTicks: number): number {
  let ticks = 0
  let perSample = defaultTicks
  let isLocal = false
  for (const box of boxesIn(source, traf.body, traf.end)) {
    if (box.type === TFHD) {
      isLocal = source.u32(box.body + 4) === trackId
      perSample = ticksInHeader(source, box) ?? defaultTicks
    }
    if (box.type === TRUN && isLocal) ticks += ticksOfRun(source, box, perSample)
  }
  return ticks
}

/** The default sample duration in a fragment's header, if it has one. */
function ticksInHeader(source: ByteSource, { body }: Mp4Box): number | undefined {
  const flags = source.u24(body + 1)
  if ((flags & 0x08) === 0) return undefined
  return source.u32(body + 8 + ((flags & 0x01) === 0 ? 0 : 8) + ((flags & 0x02) === 0 ? 0 : 4))
}

function ticksOfRun(source: ByteSource, { body, end }: Mp4Box, perSample: number): number {
  const flags = source.u24(body + 1)
  const count = source.u32(body + 4)
  const hasOwn = (flags & 0x100) !== 0
  const bytesPerSample = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * 4
  const first = body + 8 + ((flags & 0x01) === 0 ? 0 : 4) + ((flags & 0x04) === 0 ? 0 : 4)
  if (!hasOwn) return count * perSample
  const samples = Math.min(count, Math.floor((end - first) / bytesPerSample))
  let ticks = 0
  for (let index = 0; index < samples; index += 1) ticks += source.u32(first + index * bytesPerSample)
  return ticks
}
