/** A bin of a histogram: blocks of about the same loudness. */
export interface LoudnessBin {
  /** Mean square of the filtered channels, weighted and added up. See ITU-R BS.1770-4. */
  energy: number
  /** Number of blocks. */
  count: number
}

/** Blocks below this loudness do not count (EBU R 128, absolute gate). */
export const ABSOLUTE_GATE_LUFS = -70
/** Blocks that are this far below the mean of the other blocks do not count either (relative gate). */
const RELATIVE_GATE_LU = 10
/** Compensates the gain of the K-weighting at 1 kHz, so that a sine of 0 dBFS in one channel has −3.01 LUFS. */
const OFFSET_LU = -0.691

export function lufsOf(energy: number): number {
  return OFFSET_LU + 10 * Math.log10(energy)
}

export function energyOf(lufs: number): number {
  return 10 ** ((lufs - OFFSET_LU) / 10)
}

/** The integrated loudness of all blocks; undefined when none passes the gates, as in silence. */
export function integratedLufs(bins: readonly LoudnessBin[]): number | undefined {
  const mean = meanEnergy(bins)
  if (mean === undefined) return undefined
  const gate = mean * 10 ** (-RELATIVE_GATE_LU / 10)
  const gated = meanEnergy(bins.filter(({ energy }) => energy > gate))
  return gated === undefined ? undefined : lufsOf(gated)
}

function meanEnergy(bins: readonly LoudnessBin[]): number | undefined {
  let energy = 0
  let count = 0
  for (const bin of bins) {
    energy += bin.energy * bin.count
    count += bin.count
  }
  return count === 0 ? undefined : energy / count
}

/** Steps per LU of the stored histogram. With them the error of the loudness of an album stays below 0.05 LU. */
const STEPS_PER_LU = 10
const STEPS_MAX = 1000

/**
 * Encodes bins as text, in steps of 0.1 LU. The text is base64 of pairs of LEB128 numbers: the distance to the previous
 * step, and the number of blocks.
 */
export function encodeBins(bins: readonly LoudnessBin[]): string {
  const counts = new Map<number, number>()
  for (const { energy, count } of bins) {
    const step = Math.floor((lufsOf(energy) - ABSOLUTE_GATE_LUFS) * STEPS_PER_LU)
    const bounded = Math.min(Math.max(step, 0), STEPS_MAX - 1)
    counts.set(bounded, (counts.get(bounded) ?? 0) + count)
  }
  const bytes: number[] = []
  let before = 0
  for (const [step, count] of [...counts].sort(([a], [b]) => a - b)) {
    pushNumber(bytes, step - before)
    pushNumber(bytes, count)
    before = step
  }
  return Buffer.from(bytes).toString('base64')
}

export function decodeBins(text: string): LoudnessBin[] {
  const bytes = Buffer.from(text, 'base64')
  const bins: LoudnessBin[] = []
  let step = 0
  for (let at = 0; at < bytes.length;) {
    const distance = numberAt(bytes, at)
    const count = numberAt(bytes, distance.end)
    step += distance.value
    bins.push({ energy: energyOf(ABSOLUTE_GATE_LUFS + (step + 0.5) / STEPS_PER_LU), count: count.value })
    at = count.end
  }
  return bins
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  bytes.push(rest)
}

function numberAt(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  let at = start
  for (let factor = 1; ; factor *= 0x80) {
    const byte = bytes[at] ?? 0
    at += 1
    value += (byte % 0x80) * factor
    if (byte < 0x80) return { value, end: at }
  }
}
