import { useEffect, useRef, useState, type RefObject } from 'react'
import { doublePressed, FITTED, panned, STEP, zoomed, type Point, type Size, type Zoom } from './zoom.ts'

/** Milliseconds and pixels between the two presses of a double press. */
const DOUBLE_WITHIN = 300
const DOUBLE_NEAR = 30
/** A touch that moves by more than this many pixels is not a press. */
const PRESS_DISTANCE = 8
/** Minimum length in pixels of a swipe that shows the next image. */
const SWIPE = 60
/** The natural logarithm of the factor by which one pixel of wheel movement zooms. */
const WHEEL = 0.002
/** Pixels of one line, for browsers that report the movement of the wheel in lines. */
const LINE = 20

interface ZoomOptions {
  /** Called for a swipe of the fitted image; `step` is 1 for the next image. */
  onSwipe: (step: number) => void
  /** Called for a press beside the image. */
  onBeside: () => void
}

/**
 * Zooms and moves an image inside the element `stage`, with wheel, mouse and fingers, or with the returned functions.
 * When `image` changes, the new image is fitted into the stage.
 */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  image: string,
  { onSwipe, onBeside }: ZoomOptions,
) {
  const [zoom, setZoom] = useState<Zoom>(FITTED)
  const [shown, setShown] = useState(image)
  if (shown !== image) {
    setShown(image)
    setZoom(FITTED)
  }
  const pointers = useRef(new Map<number, Point>())
  const press = useRef<Press>(undefined)
  const lastPress = useRef<{ at: Point; time: number }>(undefined)

  const change = (next: (zoom: Zoom, sizes: Sizes) => Zoom) => {
    const sizes = sizesOf(stage.current, picture.current)
    setZoom((zoom) => next(zoom, sizes))
  }
  const by = (factor: number, at: Point = { x: 0, y: 0 }) =>
    change((zoom, sizes) => zoomed(zoom, factor, at, sizes))
  useWheel(stage, by)

  function pressed(at: Point, target: EventTarget | null, time: number): void {
    const before = lastPress.current
    const isDouble =
      before !== undefined && time - before.time < DOUBLE_WITHIN && distance(at, before.at) < DOUBLE_NEAR
    lastPress.current = isDouble ? undefined : { at, time }
    if (isDouble) change((zoom, sizes) => doublePressed(zoom, at, sizes))
    else if (target !== picture.current) onBeside()
  }

  const handlers = {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      const at = pointOf(event, stage.current)
      pointers.current.set(event.pointerId, at)
      event.currentTarget.setPointerCapture(event.pointerId)
      // With a second finger, the gesture is a pinch and not a press.
      press.current =
        pointers.current.size === 1 ? { start: at, target: event.target, isMoved: false } : undefined
    },
    onPointerMove(event: React.PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const at = pointOf(event, stage.current)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, at)
      if (press.current && distance(press.current.start, at) > PRESS_DISTANCE) press.current.isMoved = true
      if (other === undefined) {
        return change((zoom, sizes) => panned(zoom, { x: at.x - before.x, y: at.y - before.y }, sizes))
      }
      by(distance(at, other) / Math.max(1, distance(before, other)), middle(at, other))
    },
    onPointerUp(event: React.PointerEvent<HTMLElement>) {
      const { current } = press
      const at = pointOf(event, stage.current)
      pointers.current.delete(event.pointerId)
      press.current = undefined
      if (current === undefined) return
      if (!current.isMoved) return pressed(at, current.target, event.timeStamp)
      const way = { x: at.x - current.start.x, y: at.y - current.start.y }
      const isSwipe = zoom.scale === 1 && Math.abs(way.x) > SWIPE && Math.abs(way.x) > Math.abs(way.y)
      if (isSwipe) onSwipe(way.x < 0 ? 1 : -1)
    },
    onPointerCancel(event: React.PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId)
      press.current = undefined
    },
  }
  return { zoom, handlers, larger: () => by(STEP), smaller: () => by(1 / STEP), fit: () => setZoom(FITTED) }
}

interface Press {
  start: Point
  target: EventTarget
  isMoved: boolean
}

interface Sizes {
  fitted: Size
  window: Size
}

function sizesOf(stage: HTMLElement | null, picture: HTMLImageElement | null): Sizes {
  return {
    // These sizes ignore the transform of the image, so they are those at scale 1.
    fitted: { width: picture?.offsetWidth ?? 0, height: picture?.offsetHeight ?? 0 },
    window: { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 },
  }
}

/** The position of a pointer, in pixels from the centre of the stage. */
function pointOf(
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
  stage: HTMLElement | null,
): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {}
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** React's wheel listeners are passive, so they cannot keep the browser from zooming the page. */
function useWheel(stage: RefObject<HTMLElement | null>, onZoom: (factor: number, at: Point) => void): void {
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const listening = new AbortController()
    stage.current?.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE
        zoom.current(Math.exp(-pixels * WHEEL), pointOf(event, stage.current))
      },
      { signal: listening.signal, passive: false },
    )
    return () => listening.abort()
  }, [stage])
}
