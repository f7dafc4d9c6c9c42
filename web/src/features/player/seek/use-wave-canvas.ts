import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { followTheme } from '#theme.ts'
import { createWavePainter, type WavePainter, type WaveSize } from './wave-painter.ts'

interface Wave {
  peaks: Uint8Array
  size: WaveSize
  /** For each layer of the waveform, the custom property with its colour; a layer with `undefined` is not drawn. */
  colors: readonly (`--${string}` | undefined)[]
}

/** Draws the layers of the waveform. `places`: where each layer ends, in percent of the width, ascending. */
type ShowPlaces = (places: readonly number[]) => void

/**
 * Draws a waveform on a canvas. It is drawn again when the window's size, the theme or the pixel density has changed.
 * The canvas is empty until the returned function is called for the first time.
 */
export function useWaveCanvas({
  peaks,
  size,
  colors,
}: Wave): readonly [RefObject<HTMLCanvasElement | null>, ShowPlaces] {
  const ref = useRef<HTMLCanvasElement>(null)
  const painter = useRef<WavePainter>(undefined)
  const shown = useRef<readonly number[]>(undefined)

  useLayoutEffect(() => {
    const canvas = ref.current
    if (canvas === null) return undefined
    const wave = createWavePainter(canvas, size)
    painter.current = wave
    const draw = () => {
      if (shown.current) wave.show(shown.current)
    }
    const fit = () => {
      wave.fit()
      draw()
    }
    const recolor = () => {
      wave.setColors(colors.map((name) => name && resolvedColor(canvas, name)))
      draw()
    }
    wave.setPeaks(peaks)
    recolor()
    fit()
    const resized = new ResizeObserver(fit)
    resized.observe(canvas)
    const unfollow = followTheme(recolor)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', recolor)
    return () => {
      resized.disconnect()
      unfollow()
      system.removeEventListener('change', recolor)
    }
  }, [peaks, size, colors])

  const show = useCallback<ShowPlaces>((places) => {
    shown.current = places
    painter.current?.show(places)
  }, [])
  return [ref, show]
}

/** The colour of a custom property. A canvas does not accept custom properties, so an element resolves it. */
function resolvedColor(element: HTMLElement, name: `--${string}`): string {
  element.style.color = `var(${name})`
  return getComputedStyle(element).color
}
