import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { followTheme } from '#theme.ts'
import { createWavePainter, type WaveSize } from './wave-painter.ts'

interface Wave {
  peaks: Uint8Array
  size: WaveSize
  /** Custom properties with the colours of the layers; undefined leaves a layer out. */
  colors: readonly (`--${string}` | undefined)[]
  /** Where one layer ends and the next begins, percent, in ascending order. */
  places: readonly number[]
}

/** Keeps a canvas drawn: also after the window, the theme or the density of its pixels has changed. */
export function useWaveCanvas({ peaks, size, colors, places }: Wave): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null)
  const painter = useRef<ReturnType<typeof createWavePainter>>(undefined)
  const shown = useRef(places)

  useLayoutEffect(() => {
    const canvas = ref.current
    if (canvas === null) return undefined
    const wave = createWavePainter(canvas, size)
    painter.current = wave
    const fit = () => {
      wave.fit()
      wave.show(shown.current)
    }
    const recolor = () => {
      wave.setColors(colors.map((name) => name && resolvedColor(canvas, name)))
      wave.show(shown.current)
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

  useEffect(() => {
    shown.current = places
    painter.current?.show(places)
  }, [places])

  return ref
}

/** A canvas knows no custom properties. */
function resolvedColor(element: HTMLElement, name: `--${string}`): string {
  element.style.color = `var(${name})`
  return getComputedStyle(element).color
}
