import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Player } from './player.ts'
import { album, first, last, missing, second, setUp } from './silent-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what comes next is loaded ahead', () => {
  test('once what plays is far enough, and starts without being opened', async () => {
    const { player, element, other, now, settle, listened, requested } = setUp()
    await listened(first)
    element.loads(5, 120)
    expect(other.src).toBe('')
    element.loads(30, 120)
    await settle()
    expect(other.src).toBe('/api/stream/bruecke.mp3')
    expect(other.paused).toBe(true)
    other.loads(90)
    player.next()
    expect(other.paused).toBe(false)
    expect(element.src).toBe('')
    other.sounds(90)
    expect(now()).toMatchObject({
      status: 'playing',
      track: second,
      durationSeconds: 90,
      bufferedSeconds: 90,
    })
    expect(requested).toEqual(['abfahrt.mp3', 'bruecke.mp3'])
  })

  test('starts a moment before the end, and what ends may run out', async () => {
    const { element, other, now, settle, listened, announced } = setUp()
    await listened(first)
    element.loads(120)
    await settle()
    other.loads(90)
    element.runsTo(119.75)
    element.currentTime = 119.99
    await vi.advanceTimersByTimeAsync(250)
    expect(now().track).toBe(second)
    expect(other.paused).toBe(false)
    other.sounds(90)
    await vi.advanceTimersByTimeAsync(1000)
    expect(element.src).toBe('')
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt', 'ended abfahrt', 'started bruecke'])
  })

  test('at twice the speed starts as shortly before the end', async () => {
    const { player, element, other, now, settle, listened } = setUp()
    await listened(first)
    player.setRate(2)
    element.loads(120)
    await settle()
    other.loads(90)
    // At twice the playback rate, 250 ms of the track take 125 ms.
    element.runsTo(119.75)
    await vi.advanceTimersByTimeAsync(90)
    expect(now().track).toBe(first)
    element.currentTime = 119.98
    await vi.advanceTimersByTimeAsync(20)
    expect(now().track).toBe(second)
    expect(other.playbackRate).toBe(2)
  })

  test('a file that is longer than its header declares is played to its end', async () => {
    const { element, other, now, settle, listened } = setUp()
    await listened(first)
    element.loads(90)
    await settle()
    other.loads(60)
    element.runsTo(89.5)
    element.currentTime = 89.99
    await vi.advanceTimersByTimeAsync(1000)
    expect(now().track).toBe(first)
    element.reachesItsEnd()
    expect(now().track).toBe(second)
  })

  test.each<[string, (player: Player) => void, string]>([
    ['the queue', (player) => player.enqueue(last), '/api/stream/abspann.mp3'],
    [
      'repeating the track',
      (player) => [player.cycleRepeat(), player.cycleRepeat()],
      '/api/stream/abfahrt.mp3',
    ],
  ])('%s changes it', async (_case, change, address) => {
    const { player, element, other, settle, listened } = setUp()
    await listened(first)
    element.loads(120)
    await settle()
    expect(other.src).toBe('/api/stream/bruecke.mp3')
    change(player)
    await vi.advanceTimersByTimeAsync(500)
    expect(other.src).toBe('')
    element.loads(120)
    await settle()
    expect(other.src).toBe(address)
  })

  test('a file that could not be loaded ahead is opened when its turn comes', async () => {
    const { player, element, other, settle, listened, requested } = setUp()
    await listened(first)
    element.loads(120)
    await settle()
    other.breaks(2)
    player.next()
    await settle()
    expect(requested).toEqual(['abfahrt.mp3', 'bruecke.mp3', 'bruecke.mp3'])
    expect(element.src).toBe('/api/stream/bruecke.mp3')
  })

  test('repeating a track plays it from the element that waits', async () => {
    const { player, element, other, now, settle, listened, announced } = setUp()
    player.cycleRepeat()
    player.cycleRepeat()
    await listened(first)
    element.loads(120)
    await settle()
    other.loads(120)
    element.runsTo(119)
    element.reachesItsEnd()
    other.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', track: first, positionSeconds: 0 })
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt', 'ended abfahrt', 'started abfahrt'])
  })

  test('volume and mute hold for it, too', async () => {
    const { player, other } = setUp()
    player.setVolume(0.3)
    player.toggleMute()
    expect(other.volume).toBe(0.3)
    expect(other.muted).toBe(true)
  })
})

describe('what may be chosen next is made ready', () => {
  test('and sounds from where it is loaded; what was heard goes silent', async () => {
    const { player, element, ready, now, settle, requested } = setUp({ hasTicket: true })
    player.choose(album, first)
    element.sounds(120)
    element.loads(120)
    player.ready(last)
    expect(ready).toMatchObject({ src: '/api/stream/abspann.mp3', paused: true })
    ready.loads(2, 90)
    player.choose(album, last)
    expect(element.paused).toBe(true)
    expect(ready.paused).toBe(false)
    expect(now()).toMatchObject({ status: 'loading', track: last, durationSeconds: 90 })
    ready.sounds(90)
    expect(now().status).toBe('playing')
    await vi.advanceTimersByTimeAsync(1000)
    expect(element.src).toBe('')
    expect(requested.filter((file) => file.startsWith('abspann'))).toHaveLength(2)

    ready.loads(90)
    player.ready(first)
    expect(element.src).toBe('/api/stream/abfahrt.mp3')
    await settle()
    expect(now()).toMatchObject({ status: 'playing', track: last })
  })

  test('not what the server would have to encode', () => {
    const { player, ready, requested } = setUp({ hasTicket: true, isEncoded: true })
    player.ready(last)
    expect(requested).toEqual(['abspann.mp3'])
    expect(ready.src).toBe('')
  })

  test('not while what plays needs the line, not without a ticket, not what is missing or plays already', async () => {
    const { player, element, ready } = setUp({ hasTicket: true })
    player.choose(album, first)
    element.sounds(120)
    player.ready(last)
    expect(ready.src).toBe('')
    element.loads(120)
    player.ready(missing)
    player.ready(first)
    expect(ready.src).toBe('')
    const late = setUp()
    late.player.ready(last)
    await late.settle()
    expect(late.ready.src).toBe('')
  })

  test('a beginning that could not be loaded is requested anew', () => {
    const { player, element, ready } = setUp({ hasTicket: true })
    player.ready(last)
    ready.breaks(4)
    player.choose(album, last)
    expect(element).toMatchObject({ src: '/api/stream/abspann.mp3', paused: false })
    expect(ready.paused).toBe(true)
  })

  test('nothing of it is left after the session', () => {
    const { player, ready } = setUp({ hasTicket: true })
    player.ready(last)
    player.stop()
    expect(ready.src).toBe('')
  })
})
