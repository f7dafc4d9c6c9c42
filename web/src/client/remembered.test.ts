import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recall, remember } from './remembered.ts'

/** The part of a browser’s storage that we use. */
function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})
afterEach(() => vi.unstubAllGlobals())

test('what is remembered is recalled, what is forgotten is gone', () => {
  expect(recall('authToken')).toBeUndefined()
  remember('authToken', 'st_abc')
  expect(recall('authToken')).toBe('st_abc')
  remember('authToken', undefined)
  expect(recall('authToken')).toBeUndefined()
})

test('the token outlives the window, the volume does not', () => {
  remember('authToken', 'st_abc')
  remember('playerVolume', 0.4)
  expect(localStorage.getItem('authToken')).toBe('st_abc')
  expect(localStorage.getItem('playerVolume')).toBeNull()
  expect(sessionStorage.getItem('playerVolume')).toBe('0.4')
})

test.each([
  ['0', 0],
  ['0.33', 0.33],
  ['1', 1],
  ['1.01', undefined],
  ['-1', undefined],
  ['', undefined],
  ['laut', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
])('a volume kept as „%s“ counts as %s', (text, volume) => {
  sessionStorage.setItem('playerVolume', text)
  expect(recall('playerVolume')).toBe(volume)
})

test('a theme that is none of ours counts as not chosen', () => {
  localStorage.setItem('theme', 'sepia')
  expect(recall('theme')).toBeUndefined()
  remember('theme', 'light')
  expect(recall('theme')).toBe('light')
})

test('where the browser refuses storage, what is kept lasts as long as the page', () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined)
  remember('authToken', 'st_abc')
  expect(recall('authToken')).toBe('st_abc')
  remember('authToken', undefined)
  expect(recall('authToken')).toBeUndefined()
})

test('a full storage keeps nothing and breaks nothing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage(), setItem: full })
  remember('authToken', 'st_abc')
  expect(recall('authToken')).toBeUndefined()
})
