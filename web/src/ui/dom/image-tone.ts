import type { CSSProperties } from 'react'

/*
 * The tone of an image is a colour with the mean hue of the image. Its lightness is fixed, so that text on it is always
 * readable, and its chroma is limited.
 */

const LIGHTNESS = 0.42
const CHROMA = { min: 0.01, max: 0.1 }
/** The image is drawn into a square of this many pixels on each side to read its colours. */
const SAMPLE_SIZE = 16

/**
 * Calculates the tone as `oklch(…)` from RGBA bytes; undefined when no pixel is opaque. The weight of a pixel is its
 * chroma at the fixed lightness. Coloured parts therefore count more than grey ones, and dark images as much as bright
 * ones.
 */
export function toneOfPixels(rgba: Uint8ClampedArray): string | undefined {
  let [a, b, weight, opaque] = [0, 0, 0, 0]
  for (let i = 0; i + 3 < rgba.length; i += 4) {
    const opacity = (rgba[i + 3] ?? 0) / 255
    const colour = colourAtOurLightness(rgba[i] ?? 0, rgba[i + 1] ?? 0, rgba[i + 2] ?? 0)
    const share = Math.hypot(colour.a, colour.b) * opacity
    a += colour.a * share
    b += colour.b * share
    weight += share
    opaque += opacity
  }
  if (opaque === 0) return undefined
  const mean = weight === 0 ? 0 : Math.hypot(a, b) / weight
  const chroma = Math.min(CHROMA.max, Math.max(CHROMA.min, mean))
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  return `oklch(${LIGHTNESS} ${chroma.toFixed(3)} ${Math.round(hue)})`
}

/** The two colour axes (a, b) of an sRGB colour in OKLab, scaled to the fixed lightness. */
function colourAtOurLightness(red: number, green: number, blue: number): { a: number; b: number } {
  const [r, g, u] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * u)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * u)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * u)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const scale = Math.min(2.5, Math.max(0.4, LIGHTNESS / Math.max(lightness, 0.01)))
  return {
    a: scale * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    b: scale * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s),
  }
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const known = new Map<string, string>()

/** The tone of the image at this URL, if it was read before; otherwise undefined. */
export function cachedTone(address: string): string | undefined {
  return known.get(address)
}

/** Reads the tone of a loaded image of our own host. The result is cached by URL. */
export function toneOfImage(address: string, image: HTMLImageElement): string | undefined {
  const earlier = known.get(address)
  if (earlier !== undefined) return earlier
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE_SIZE
  canvas.height = SAMPLE_SIZE
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) return undefined
  drawing.drawImage(image, 0, 0, SAMPLE_SIZE, SAMPLE_SIZE)
  const tone = toneOfPixels(drawing.getImageData(0, 0, SAMPLE_SIZE, SAMPLE_SIZE).data)
  if (tone !== undefined) known.set(address, tone)
  return tone
}

/** Sets the tone on an element with the class `toned`. */
export function toneStyle(tone: string | undefined): CSSProperties & { '--tone'?: string } {
  return tone === undefined ? {} : { '--tone': tone }
}
