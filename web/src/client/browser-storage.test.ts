import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getStored, setStored } from './browser-storage.ts'

/** A fake of the parts of Web Storage that are used. */
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

test('a stored value can be read, a removed one cannot', () => {
  expect(getStored('authToken')).toBeUndefined()
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBe('st_abc')
  setStored('authToken', undefined)
  expect(getStored('authToken')).toBeUndefined()
})

test('the token survives closing the window, the volume does not', () => {
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

test('an unknown theme counts as not chosen', () => {
  localStorage.setItem('theme', 'sepia')
  expect(getStored('theme')).toBeUndefined()
  setStored('theme', 'light')
  expect(getStored('theme')).toBe('light')
})

test('without access to Web Storage values last as long as the page', () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined)
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBe('st_abc')
  setStored('authToken', undefined)
  expect(getStored('authToken')).toBeUndefined()
})

test('a full storage drops values without an error', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage(), setItem: full })
  setStored('authToken', 'st_abc')
  expect(getStored('authToken')).toBeUndefined()
})
