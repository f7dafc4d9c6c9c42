import { expect, test } from 'vitest'
import { placeMenu } from './menu-place.ts'

const menu = { width: 240, height: 300 }
const screen = { width: 1440, height: 900 }
const box = (left: number, top: number, width = 40, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a menu is placed below its button, aligned with either edge', () => {
  expect(placeMenu(box(500, 100), menu, screen, 'start')).toEqual({ left: 500, top: 146 })
  expect(placeMenu(box(500, 100), menu, screen, 'end')).toEqual({ left: 300, top: 146 })
})

test('a menu without room below opens above', () => {
  expect(placeMenu(box(500, 850), menu, screen, 'start')).toEqual({ left: 500, top: 544 })
})

test('a menu before its anchor is at its left side, and below it where there is no space', () => {
  expect(placeMenu(box(500, 100), menu, screen, 'before')).toEqual({ left: 254, top: 100 })
  expect(placeMenu(box(500, 850), menu, screen, 'before')).toEqual({ left: 254, top: 592 })
  expect(placeMenu(box(100, 100), menu, screen, 'before')).toEqual({ left: 100, top: 146 })
})

test('a menu never leaves the window', () => {
  expect(placeMenu(box(1400, 100), menu, screen, 'start').left).toBe(1192)
  expect(placeMenu(box(0, 100), menu, screen, 'end').left).toBe(8)
  expect(placeMenu(box(10, 200, 0, 0), menu, { width: 320, height: 400 }, 'start')).toEqual({
    left: 10,
    top: 92,
  })
})
