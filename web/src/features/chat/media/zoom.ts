/** How an image is shown: its scale, and the distance in pixels of its centre from the centre of the window. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Point {
  x: number
  y: number
}

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** The image fits into the window. */
export const FITTED: Zoom = { scale: 1, x: 0, y: 0 }
export const SCALE_MAX = 8
/** The factor by which one press of a button or key zooms. */
export const STEP = 1.5
/** The scale after a double press. */
const DOUBLE = 2

const between = (min: number, value: number, max: number) => Math.min(Math.max(min, value), max)

/** The nearest position in which the image leaves no needless space at the edges of the window. */
function inside({ scale, x, y }: Zoom, fitted: Size, window: Size): Zoom {
  const farthest = (length: number, available: number) => Math.max(0, (length * scale - available) / 2)
  const [maxX, maxY] = [farthest(fitted.width, window.width), farthest(fitted.height, window.height)]
  return { scale, x: between(-maxX, x, maxX) + 0, y: between(-maxY, y, maxY) + 0 }
}

/**
 * Scales the image by `factor`. The part of the image at the point `at` stays in place.
 * @param at pixels from the centre of the window
 * @param fitted the size of the image at scale 1
 */
export function zoomed(
  zoom: Zoom,
  factor: number,
  at: Point,
  { fitted, window }: { fitted: Size; window: Size },
): Zoom {
  const scale = between(1, zoom.scale * factor, SCALE_MAX)
  const ratio = scale / zoom.scale
  const moved = { scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }
  return inside(moved, fitted, window)
}

/** A double press: twice as large around the point, or fitted again. */
export function doublePressed(zoom: Zoom, at: Point, sizes: { fitted: Size; window: Size }): Zoom {
  return zoom.scale > 1 ? FITTED : zoomed(zoom, DOUBLE, at, sizes)
}

export function panned(zoom: Zoom, by: Point, { fitted, window }: { fitted: Size; window: Size }): Zoom {
  return inside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, fitted, window)
}
