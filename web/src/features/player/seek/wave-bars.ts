/** The height of each bar of a waveform, 0 to 1: the highest of the peaks that fall into it. */
export function barHeights(peaks: Uint8Array, count: number): Float32Array {
  const heights = new Float32Array(count)
  for (let bar = 0; bar < count; bar += 1) {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    heights[bar] = Math.max(0, ...peaks.subarray(from, to)) / 255
  }
  return heights
}

/** How many bars fit into a width: the last one needs no gap behind it. */
export function barCount(width: number, bar: number, gap: number): number {
  return Math.max(0, Math.floor((width + gap) / (bar + gap)))
}

/** How many bars a place (percent of the whole) has passed: those whose middle is before it. */
export function barsBefore(place: number, count: number): number {
  return Math.min(count, Math.max(0, Math.ceil((place / 100) * count - 0.5)))
}

/**
 * The index of the layer that contains a bar.
 * @param ends for each end of a layer, how many bars are before it
 */
export function layerOf(bar: number, ends: readonly number[]): number {
  return ends.filter((end) => bar >= end).length
}
