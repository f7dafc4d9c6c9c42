import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fingerprintOf, removeUnfinished, storeUnfinished, unfinishedUpload } from './unfinished-uploads.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = (text: string, lastModified: number) =>
  new File([text], 'film.mp4', { type: 'video/mp4', lastModified })

test('the same file is recognised, a changed one is not', () => {
  const first = fingerprintOf('video', file('abc', 1))
  storeUnfinished(first, '/api/uploads/1')
  expect(unfinishedUpload(fingerprintOf('video', file('abc', 1)))).toBe('/api/uploads/1')
  expect(unfinishedUpload(fingerprintOf('video', file('abc', 2)))).toBeUndefined()
  expect(unfinishedUpload(fingerprintOf('video', file('abcd', 1)))).toBeUndefined()
  expect(unfinishedUpload(fingerprintOf('track', file('abc', 1)))).toBeUndefined()
})

test('a used or restarted upload is removed from the list, and every upload after a day', () => {
  storeUnfinished('one', '/api/uploads/1')
  storeUnfinished('one', '/api/uploads/2')
  expect(unfinishedUpload('one')).toBe('/api/uploads/2')
  storeUnfinished('two', '/api/uploads/3')
  removeUnfinished('/api/uploads/2')
  expect(unfinishedUpload('one')).toBeUndefined()
  vi.advanceTimersByTime(23 * 3_600_000)
  expect(unfinishedUpload('two')).toBe('/api/uploads/3')
  vi.advanceTimersByTime(3_600_000)
  expect(unfinishedUpload('two')).toBeUndefined()
})
