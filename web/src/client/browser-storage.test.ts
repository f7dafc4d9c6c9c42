import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getStored, setStored } from './browser-storage.ts'

/** The part of a browser’s storage that we use. */
function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})
afterEach(() => vi.unstubAllGlobals())

test('what is remembered is recalled, what is forgotten is gone', () => {
  expect(getStored('authToken')).toBeUndefined()
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBe('st_abc')
  setStored('authToken', undefined)
  expect(getStored('authToken')).toBeUndefined()
})

test('the token outlives the window, the volume does not', () => {
  setStored('authToken', 'st_abc')
  setStored('playerVolume', 0.4)
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
  expect(getStored('playerVolume')).toBe(volume)
})

test('a theme that is none of ours counts as not chosen', () => {
  localStorage.setItem('theme', 'sepia')
  expect(getStored('theme')).toBeUndefined()
  setStored('theme', 'light')
  expect(getStored('theme')).toBe('light')
})

test('where the browser refuses storage, what is kept lasts as long as the page', () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined)
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBe('st_abc')
  setStored('authToken', undefined)
  expect(getStored('authToken')).toBeUndefined()
})

test('a full storage keeps nothing and breaks nothing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage(), setItem: full })
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBeUndefined()
})
