import { barCount, barHeights, barsBefore, layerOf } from './wave-bars.ts'

/** Widths of a bar and of the gap between two bars, in CSS pixels. */
export interface WaveSize {
  bar: number
  gap: number
}

export interface WavePainter {
  /** Sets the peaks. After that, or after new colours, the next `show` draws all bars. */
  setPeaks: (peaks: Uint8Array) => void
  setColors: (colors: readonly (string | undefined)[]) => void
  /** Sets the size of the canvas to that of its element, in device pixels. */
  fit: () => void
  /** Draws the layers, which end at `places` (in percent of the width). Only bars whose layer has changed are drawn. */
  show: (places: readonly number[]) => void
}

/** Draws the bars of a waveform, aligned to whole pixels and mirrored at the middle. */
export function createWavePainter(canvas: HTMLCanvasElement, size: WaveSize): WavePainter {
  const drawing = canvas.getContext('2d')
  let peaks: Uint8Array = new Uint8Array()
  let heights: Float32Array = new Float32Array()
  let colors: readonly (string | undefined)[] = []
  let pitch = 1
  let barWidth = 1
  /**
   * For the end of each layer, how many bars were before that end when it was last drawn; undefined before the first
   * drawing.
   */
  let drawn: readonly number[] | undefined

  const measure = () => {
    const ratio = globalThis.devicePixelRatio
    barWidth = Math.max(1, Math.round(size.bar * ratio))
    pitch = barWidth + Math.max(1, Math.round(size.gap * ratio))
    heights = barHeights(peaks, barCount(canvas.width, barWidth, pitch - barWidth))
    clear()
  }
  const clear = () => {
    drawn = undefined
    drawing?.clearRect(0, 0, canvas.width, canvas.height)
  }
  const drawBar = (bar: number, color: string | undefined) => {
    const left = bar * pitch
    drawing?.clearRect(left, 0, barWidth, canvas.height)
    if (!drawing || color === undefined) return
    const half = Math.max(1, Math.round(((heights[bar] ?? 0) * canvas.height) / 2))
    drawing.fillStyle = color
    drawing.fillRect(left, Math.round(canvas.height / 2) - half, barWidth, 2 * half)
  }
  return {
    setPeaks(next) {
      peaks = next
      measure()
    },
    setColors(next) {
      colors = next
      clear()
    },
    fit() {
      const ratio = globalThis.devicePixelRatio
      const { width, height } = canvas.getBoundingClientRect()
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      measure()
    },
    show(places) {
      const before = drawn
      const ends = places.map((place) => barsBefore(place, heights.length))
      drawn = ends
      if (before === undefined) {
        for (let bar = 0; bar < heights.length; bar += 1) drawBar(bar, colors[layerOf(bar, ends)])
        return
      }
      // Only bars between the old and the new end of a layer can have changed.
      const moved = ends.flatMap((end, index) => (end === before[index] ? [] : [end, before[index] ?? 0]))
      for (let bar = Math.min(...moved); bar < Math.max(...moved); bar += 1) {
        const layer = layerOf(bar, ends)
        if (layer !== layerOf(bar, before)) drawBar(bar, colors[layer])
      }
    },
  }
}
