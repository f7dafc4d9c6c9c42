/** The heights of the bars of a waveform, 0 to 1. The height of a bar is the highest of its peaks. */
export function barHeights(peaks: Uint8Array, count: number): Float32Array {
  const heights = new Float32Array(count)
  for (let bar = 0; bar < count; bar += 1) {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    heights[bar] = Math.max(0, ...peaks.subarray(from, to)) / 255
  }
  return heights
}

/** How many bars fit into a width. Every bar but the last is followed by a gap. */
export function barCount(width: number, bar: number, gap: number): number {
  return Math.max(0, Math.floor((width + gap) / (bar + gap)))
}

/** How many of `count` bars have their middle before `place`, which is in percent of the whole width. */
export function barsBefore(place: number, count: number): number {
  return Math.min(count, Math.max(0, Math.ceil((place / 100) * count - 0.5)))
}

/**
 * The index of the layer to which a bar belongs.
 * @param ends - for the end of each layer, how many bars are before that end
 */
export function layerOf(bar: number, ends: readonly number[]): number {
  return ends.filter((end) => bar >= end).length
}
