/**
 * A waveform with fewer values: each is the highest of the peaks that fall into it.
 * @param waveform - base64 with one byte for each peak
 */
export function reducedPeaks(waveform: string, count: number): number[] {
  const peaks = Buffer.from(waveform, 'base64')
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    return peaks.subarray(from, to).reduce((highest, peak) => Math.max(highest, peak), 0)
  })
}
