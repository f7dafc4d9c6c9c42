import { expect, test } from 'vitest'
import { doublePressed, FITTED, panned, SCALE_MAX, zoomed } from './zoom.ts'

const CENTRE = { x: 0, y: 0 }
/** A wide image in a window of the same width. */
const sizes = { fitted: { width: 400, height: 200 }, window: { width: 400, height: 800 } }

test('what is below the pointer stays there while the image grows', () => {
  const at = { x: 100, y: 20 }
  const zoom = zoomed({ scale: 2, x: 0, y: 0 }, 2, at, { ...sizes, window: { width: 400, height: 200 } })
  expect(zoom).toEqual({ scale: 4, x: -100, y: -20 })
  // The point of the image below the pointer is the same before and after.
  expect((at.x - zoom.x) / zoom.scale).toBe(at.x / 2)
})

test('an image is never smaller than fitted, and at most eight times as large', () => {
  expect(zoomed(FITTED, 0.2, { x: 50, y: 50 }, sizes)).toEqual(FITTED)
  expect(zoomed(FITTED, 100, CENTRE, sizes).scale).toBe(SCALE_MAX)
})

test('an image is moved only as far as it reaches over the window', () => {
  const zoom = { scale: 2, x: 0, y: 0 }
  expect(panned(zoom, { x: 500, y: 500 }, sizes)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(panned(zoom, { x: -500, y: 0 }, sizes)).toEqual({ scale: 2, x: -200, y: 0 })
  expect(panned(FITTED, { x: 30, y: 30 }, sizes)).toEqual(FITTED)
})

test('a double press doubles the image around its point, and the next one fits it again', () => {
  const zoom = doublePressed(FITTED, { x: 80, y: 0 }, sizes)
  expect(zoom).toEqual({ scale: 2, x: -80, y: 0 })
  expect(doublePressed(zoom, CENTRE, sizes)).toEqual(FITTED)
})
