import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { trackApps } from './app-states.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const track = (id: string) => ({ id, title: id, artist: 'Ada' })

/** The apps of two processes, and the accounts that each process has reported as changed. */
function twoProcesses() {
  const hub = memoryHub()
  const open = () => {
    const changed: string[] = []
    const bus = hub.connect((error) => {
      throw error
    })
    const apps = trackApps({ bus, now: () => new Date() }, (userId) => changed.push(userId))
    return { apps, changed, playing: () => apps.stateOf('mara')?.track?.id }
  }
  return [open(), open()] as const
}

test('a track that an app has begun counts until its end, which is reported', () => {
  const [{ apps, changed, playing }] = twoProcesses()
  apps.play({ userId: 'mara', sessionId: 'phone', track: track('a'), durationSeconds: 60 })
  vi.advanceTimersByTime(59_000)
  expect([playing(), changed]).toEqual(['a', ['mara']])
  vi.advanceTimersByTime(1000)
  expect([playing(), changed]).toEqual([undefined, ['mara', 'mara']])
})

test('the next track of an app replaces the last one, also when another process receives it', () => {
  const [first, second] = twoProcesses()
  first.apps.play({ userId: 'mara', sessionId: 'phone', track: track('a'), durationSeconds: 600 })
  first.apps.play({ userId: 'mara', sessionId: 'phone', track: track('b'), durationSeconds: 60 })
  expect(first.playing()).toBe('b')
  vi.setSystemTime(Date.now() + 1)
  second.apps.play({ userId: 'mara', sessionId: 'phone', track: track('c'), durationSeconds: 30 })
  vi.advanceTimersByTime(1)
  expect([first.playing(), second.playing()]).toEqual([undefined, 'c'])
  vi.advanceTimersByTime(30_000)
  expect([first.playing(), second.playing()]).toEqual([undefined, undefined])
})

test('of two apps the one that has begun later counts, and the other one after its end', () => {
  const [{ apps, playing }] = twoProcesses()
  apps.play({ userId: 'mara', sessionId: 'phone', track: track('a'), durationSeconds: 90 })
  vi.advanceTimersByTime(1000)
  apps.play({ userId: 'mara', sessionId: 'desk', track: track('b'), durationSeconds: 30 })
  expect(playing()).toBe('b')
  vi.advanceTimersByTime(30_000)
  expect(playing()).toBe('a')
  apps.forget(['phone'])
  expect(playing()).toBeUndefined()
})
