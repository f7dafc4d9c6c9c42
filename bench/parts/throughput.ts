import { setTimeout as pause } from 'node:timers/promises'
import { SOUND_BYTES } from '../archive/sound-archive.ts'
import { listen } from '../load/listeners.ts'
import { megabytes } from '../report/numbers.ts'
import { usageOf } from '../servers/process-usage.ts'
import type { SoundSource, SoundRequest } from './sound-source.ts'

/** The bytes that all listeners read in one round: each of 64 a whole file, or some ranges of it. */
const WHOLE_BYTES = 1024 * 1024 * 1024
const RANGES_BYTES = 256 * 1024 * 1024
const ROUNDS = 2
const RANGE_BYTES = 256 * 1024

/** How sound is requested. */
export interface Case {
  name: string
  listeners: number
  inRanges: boolean
  /** Set when all listeners read the same file. */
  sameFile?: true
  isMeasured?: true
}

export interface Throughput {
  bytesPerSecond: number
  bytesPerCpuSecond: number | undefined
}

/** Measures all sources several times in turn, so that variations of the machine affect all of them. */
export async function throughputOf(sources: readonly SoundSource[], kind: Case): Promise<Throughput[]> {
  const sums = sources.map(() => ({ bytes: 0, seconds: 0, cpuMs: 0, isCounted: true }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, source] of sources.entries()) {
      const sum = sums[index]
      if (sum === undefined) continue
      const before = cpuMsOf(source)
      const { bytes, seconds } = await listen(source.port, requestsOf(source, kind))
      // Time for the last connections to close.
      await pause(20)
      const after = cpuMsOf(source)
      sum.bytes += bytes
      sum.seconds += seconds
      if (before === undefined || after === undefined) sum.isCounted = false
      else sum.cpuMs += after - before
    }
  }
  return sums.map(({ bytes, seconds, cpuMs, isCounted }) => ({
    bytesPerSecond: bytes / seconds,
    bytesPerCpuSecond: isCounted ? (bytes / cpuMs) * 1000 : undefined,
  }))
}

/** The processor time of all processes of a source. */
function cpuMsOf({ pid, pidBehind }: SoundSource): number | undefined {
  const own = usageOf(pid)?.cpuMs
  if (pidBehind === undefined || own === undefined) return own
  const behind = usageOf(pidBehind)?.cpuMs
  return behind === undefined ? undefined : own + behind
}

export function requestsOf(source: SoundSource, { listeners, inRanges, sameFile }: Case): Buffer[][] {
  const each = (inRanges ? RANGES_BYTES / RANGE_BYTES : WHOLE_BYTES / SOUND_BYTES) / listeners
  return Array.from({ length: listeners }, (_, listener) =>
    Array.from({ length: each }, (_each, round) => {
      if (inRanges) return source.request(rangeHeaders(listener, listener * each + round))
      return source.request({ listener, file: sameFile === true ? 0 : listener * each + round })
    }),
  )
}

/** The ranges of all files, numbered consecutively. */
function rangeHeaders(listener: number, number: number): SoundRequest {
  const perFile = SOUND_BYTES / RANGE_BYTES
  const start = (number % perFile) * RANGE_BYTES
  return { listener, file: Math.floor(number / perFile), range: `bytes=${start}-${start + RANGE_BYTES - 1}` }
}

export function cellsOf(throughput: Throughput | undefined): string[] {
  return [megabytes(throughput?.bytesPerSecond), megabytes(throughput?.bytesPerCpuSecond)]
}
