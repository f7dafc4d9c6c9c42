import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToast, useToast } from '#ui/dom/toast.ts'
import { first, second, setUp } from '../engine/silent-player.ts'
import { connectSleepTimer } from './connect-sleep-timer.ts'
import { cancelSleep, sleepAtTrackEnd, sleepIn, sleepLater, useSleep } from './sleep-store.ts'

let disconnect = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  disconnect()
  clearToast()
  vi.useRealTimers()
})

async function playing() {
  const parts = setUp()
  disconnect = connectSleepTimer(parts.player)
  await parts.listened(first)
  return parts
}
const toast = () => useToast.getState().toast?.text

test('after its time the music fades for five seconds and pauses; the volume stays as it is set', async () => {
  const { element, now, stored } = await playing()
  sleepIn(15)
  expect(toast()).toBe('Schlummer-Timer: 15 Minuten')
  await vi.advanceTimersByTimeAsync((15 * 60 - 6) * 1000)
  expect(element.volume).toBe(0.7)
  expect(useSleep.getState().secondsLeft).toBeLessThanOrEqual(7)
  await vi.advanceTimersByTimeAsync(3500)
  expect(element.volume).toBeGreaterThan(0.3)
  expect(element.volume).toBeLessThan(0.4)
  await vi.advanceTimersByTimeAsync(3500)
  expect(now()).toMatchObject({ status: 'paused', volume: 0.7, track: first })
  expect(element.volume).toBe(0.7)
  expect(stored).toEqual([])
  expect(toast()).toBe(`Gute Nacht. Angehalten nach „${first.title}“`)
  expect(useSleep.getState().timer).toBeUndefined()
})

test('the clock decides when timers of a page in the background are late', async () => {
  const { element, now } = await playing()
  sleepIn(15)
  vi.setSystemTime(Date.now() + 15 * 60_000 - 2500)
  element.runsTo(1)
  expect(element.volume).toBeCloseTo(0.35)
  vi.setSystemTime(Date.now() + 2500)
  element.runsTo(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(now().status).toBe('paused')
})

test('it goes on while the music is paused, and ends in silence', async () => {
  const { player, now } = await playing()
  sleepIn(15)
  player.pause()
  clearToast()
  await vi.advanceTimersByTimeAsync(15 * 60_000 + 2000)
  expect(useSleep.getState().timer).toBeUndefined()
  expect(toast()).toBeUndefined()
  expect(now().status).toBe('paused')
})

test('it can be put off and switched off, also while the music fades', async () => {
  const { element, now } = await playing()
  sleepIn(15)
  await vi.advanceTimersByTimeAsync((15 * 60 - 2) * 1000)
  expect(element.volume).toBeLessThan(0.4)
  sleepLater(15)
  expect(element.volume).toBe(0.7)
  await vi.advanceTimersByTimeAsync(15 * 60 * 1000)
  expect(element.volume).toBeLessThan(0.4)
  cancelSleep()
  expect(element.volume).toBe(0.7)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(now().status).toBe('playing')
})

test('at the end of the track the music stops instead of going on', async () => {
  const { element, now, settle } = await playing()
  sleepAtTrackEnd()
  element.runsTo(117.5)
  expect(element.volume).toBeCloseTo(0.35)
  element.reachesItsEnd()
  await settle()
  expect(now()).toMatchObject({ status: 'paused', track: first, positionSeconds: 0 })
  expect(toast()).toBe(`Gute Nacht. Angehalten nach „${first.title}“`)
  expect(element.volume).toBe(0.7)
})

test('another track that is chosen is played to its end, and then the music stops', async () => {
  const { player, element, now, settle } = await playing()
  sleepAtTrackEnd()
  player.next()
  await settle()
  element.sounds(90)
  expect(now()).toMatchObject({ track: second, status: 'playing' })
  element.reachesItsEnd()
  await settle()
  expect(now()).toMatchObject({ track: second, status: 'paused' })
})

test('without a timer the next track follows', async () => {
  const { element, now, settle } = await playing()
  sleepAtTrackEnd()
  cancelSleep()
  element.reachesItsEnd()
  await settle()
  expect(now().track).toBe(second)
})
