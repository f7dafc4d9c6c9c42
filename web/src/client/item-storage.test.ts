import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as login from './browser-storage.ts'
import * as signedIn from './signed-in-storage.ts'

/** A fake of those parts of Web Storage that the code uses. */
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
  expect(login.getStored('authToken')).toBeUndefined()
  login.setStored('authToken', 'st_abc')
  expect(login.getStored('authToken')).toBe('st_abc')
  login.setStored('authToken', undefined)
  expect(login.getStored('authToken')).toBeUndefined()
})

test('the token survives closing the window, the volume does not', () => {
  login.setStored('authToken', 'st_abc')
  signedIn.setStored('playerVolume', 0.4)
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
  expect(signedIn.getStored('playerVolume')).toBe(volume)
})

test('an unknown theme counts as not chosen', () => {
  localStorage.setItem('theme', 'sepia')
  expect(signedIn.getStored('theme')).toBeUndefined()
  signedIn.setStored('theme', 'light')
  expect(signedIn.getStored('theme')).toBe('light')
})

test('without access to Web Storage values last as long as the page', () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined)
  login.setStored('authToken', 'st_abc')
  expect(login.getStored('authToken')).toBe('st_abc')
  login.setStored('authToken', undefined)
  expect(login.getStored('authToken')).toBeUndefined()
})

test('a full storage drops values without an error', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...storage(), setItem: full })
  login.setStored('authToken', 'st_abc')
  expect(login.getStored('authToken')).toBeUndefined()
})
