import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { PREVIOUS_RESTARTS_AFTER } from './play-commands.ts'
import { LOADING_TIMEOUT } from './playback/playback-effects.ts'
import { album, first, last, missing, second, setUp } from './silent-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('choosing a track', () => {
  test('loads it, plays it and takes its length from the file', async () => {
    const { player, element, now, settle, announced } = setUp()
    player.choose(album, first)
    expect(now()).toMatchObject({ status: 'loading', track: first, durationSeconds: 100 })
    await settle()
    expect(element.src).toBe('/api/stream/abfahrt.mp3')
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', durationSeconds: 120 })
    expect(announced).toEqual(['started abfahrt'])
  })

  test('the playing one pauses, once more and it goes on', async () => {
    const { player, element, now, settle, listened, announced } = setUp()
    await listened(first)
    player.choose(album, first)
    await settle()
    expect(now().status).toBe('paused')
    player.choose(album, first)
    element.sounds(120)
    expect(now().status).toBe('playing')
    expect(announced).toEqual(['started abfahrt', 'paused abfahrt', 'started abfahrt'])
  })

  test('another one replaces it without falling silent for good', async () => {
    const { player, element, now, settle, listened } = setUp()
    await listened(first)
    element.runsTo(40)
    player.choose(album, second)
    await settle()
    expect(now()).toMatchObject({ status: 'loading', track: second, positionSeconds: 0 })
    element.sounds(90)
    expect(now()).toMatchObject({ status: 'playing', durationSeconds: 90 })
  })

  test('a quick second choice wins over the late address of the first', async () => {
    const { player, element, settle } = setUp()
    player.choose(album, first)
    player.choose(album, second)
    await settle()
    expect(element.src).toBe('/api/stream/bruecke.mp3')
  })

  test('a missing track does nothing', () => {
    const { player, now } = setUp()
    player.choose(album, missing)
    expect(now().status).toBe('empty')
  })

  test('one that needs conversion says why it does not play, and is neither queued nor started', () => {
    const { player, now, errors } = setUp()
    const marked = { ...second, file: 'bruecke.wma', needsConversion: true } as const
    const text = '„bruecke“ braucht Umwandlung: Dieser Browser kann das Format WMA nicht abspielen'
    player.choose([first, marked, last], marked)
    expect(now()).toMatchObject({ status: 'empty', track: undefined })
    player.enqueue(marked)
    expect(now().order.queue).toEqual([])
    player.playAll([marked], { isShuffled: false })
    expect(errors).toEqual([text, text, text])
  })

  test('playing goes on past one that needs conversion', async () => {
    const { player, element, now, settle, errors } = setUp()
    const marked = { ...second, needsConversion: true } as const
    player.choose([first, marked, last], first)
    await settle()
    element.sounds(120)
    player.next()
    await settle()
    expect(now().track).toEqual(last)
    player.previous()
    await settle()
    expect(now().track).toEqual(first)
    expect(errors).toEqual([])
  })

  test('without a session it says so', () => {
    const { player, now, errors } = setUp({ isLoggedIn: false })
    player.choose(album, first)
    expect(errors).toEqual(['Nicht angemeldet'])
    expect(now().status).toBe('empty')
  })
})

describe('a restored state', () => {
  test.each([
    [44, 44],
    [98.9, 98.9],
    [99.5, 0],
    [100, 0],
  ])('that was left at second %s of 100 resumes at second %s', async (left, resumed) => {
    const { player, element, now, settle } = setUp()
    player.restore({ order: chooseTrack(NOTHING_CHOSEN, album, first), positionSeconds: left })
    expect(now()).toMatchObject({ status: 'paused', track: first, positionSeconds: resumed })
    player.toggle()
    await settle()
    element.loads(100, 100)
    element.sounds(100)
    expect(element.currentTime).toBe(resumed)
  })

  test('of a track of unknown length resumes where it was left', () => {
    const { player, now } = setUp()
    const unmeasured = { ...first, durationSeconds: 0 }
    player.restore({ order: chooseTrack(NOTHING_CHOSEN, [unmeasured], unmeasured), positionSeconds: 44 })
    expect(now().positionSeconds).toBe(44)
  })
})

describe('pausing', () => {
  test('while the address is on the way keeps it from beginning', async () => {
    const { player, element, now, settle } = setUp()
    player.choose(album, first)
    player.toggle()
    await settle()
    expect(now().status).toBe('paused')
    expect(element.paused).toBe(true)
    player.toggle()
    await settle()
    element.sounds(120)
    expect(now().status).toBe('playing')
  })

  test('the system may pause too', async () => {
    const { element, now, listened } = setUp()
    await listened(first)
    element.isPausedBySystem()
    expect(now().status).toBe('paused')
  })
})

describe('at the end of a track', () => {
  test('the next one of the album follows, missing ones are skipped', async () => {
    const { element, now, settle, listened, announced } = setUp()
    await listened(second)
    element.reachesItsEnd()
    await settle()
    element.sounds(60)
    expect(now()).toMatchObject({ status: 'playing', track: last })
    expect(announced).toEqual(['started bruecke', 'ended bruecke', 'started abspann'])
  })

  test('after the last one it rests at its beginning', async () => {
    const { element, now, settle, listened } = setUp()
    await listened(last)
    element.runsTo(119)
    element.reachesItsEnd()
    await settle()
    expect(now()).toMatchObject({ status: 'paused', track: last, positionSeconds: 0 })
    expect(element.currentTime).toBe(0)
  })

  test('repeat all goes on with the first, repeat one with the same', async () => {
    const { player, element, now, settle, listened, announced } = setUp()
    player.cycleRepeat()
    await listened(last)
    element.reachesItsEnd()
    await settle()
    expect(now().track).toBe(first)
    element.sounds(60)
    player.cycleRepeat()
    element.runsTo(59)
    element.reachesItsEnd()
    element.sounds(60)
    expect(now()).toMatchObject({ track: first, status: 'playing', positionSeconds: 0 })
    expect(announced.slice(-2)).toEqual(['ended abfahrt', 'started abfahrt'])
  })
})

describe('next and previous', () => {
  test('next after the last one stops', async () => {
    const { player, now, settle, listened } = setUp()
    await listened(last)
    player.next()
    await settle()
    expect(now()).toMatchObject({ status: 'paused', track: last, positionSeconds: 0 })
  })

  test('previous goes back early in a track and restarts it later', async () => {
    const { player, element, now, listened } = setUp()
    await listened(second)
    element.runsTo(PREVIOUS_RESTARTS_AFTER + 1)
    player.previous()
    expect(now()).toMatchObject({ track: second, positionSeconds: 0 })
    element.runsTo(PREVIOUS_RESTARTS_AFTER)
    player.previous()
    expect(now().track).toBe(first)
    player.previous()
    expect(now().track).toBe(first)
  })

  test('without a track nothing happens', () => {
    const { player, now } = setUp()
    player.next()
    player.previous()
    player.toggle()
    player.seekToPercent(50)
    expect(now().status).toBe('empty')
  })
})

describe('seeking', () => {
  test('goes to the share of the length', async () => {
    const { player, element, now, listened } = setUp()
    await listened(first)
    player.seekToPercent(50)
    expect(element.currentTime).toBe(60)
    expect(now().positionSeconds).toBe(60)
    player.seekToSeconds(500)
    expect(now().positionSeconds).toBe(120)
  })

  test('what was seeked over does not count as listened', async () => {
    const { player, element, listened, announced } = setUp()
    await listened(first)
    element.runsTo(10)
    player.seekToSeconds(90)
    element.runsTo(105)
    expect(announced).toEqual(['started abfahrt'])
    element.runsTo(112)
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt'])
  })
})

describe('volume', () => {
  test('is kept, and mute restores it', () => {
    const { player, element, now, stored } = setUp()
    expect(element.volume).toBe(0.7)
    player.setVolume(0.4)
    player.toggleMute()
    expect(element.muted).toBe(true)
    expect(now()).toMatchObject({ volume: 0.4, isMuted: true })
    player.toggleMute()
    expect(element.muted).toBe(false)
    expect(element.volume).toBe(0.4)
    expect(stored).toEqual([0.4])
  })

  test('moving the slider ends the mute, and mute at zero brings the sound back', () => {
    const { player, element, now } = setUp()
    player.toggleMute()
    player.setVolume(0.2)
    expect(element.muted).toBe(false)
    player.setVolume(0)
    player.toggleMute()
    expect(now().volume).toBe(0.2)
    expect(element.volume).toBe(0.2)
  })

  test('what is no volume changes nothing', () => {
    const { player, now } = setUp()
    player.setVolume(Number.NaN)
    expect(now().volume).toBe(0.7)
  })
})

test('repeat and shuffle say what they do', () => {
  const { player, messages } = setUp()
  player.cycleRepeat()
  player.cycleRepeat()
  player.cycleRepeat()
  player.toggleShuffle()
  player.toggleShuffle()
  expect(messages).toEqual([
    'Alle wiederholen',
    'Track wiederholen',
    'Repeat aus',
    'Shuffle an',
    'Shuffle aus',
  ])
})

describe('the speed', () => {
  test('is kept for what plays next, and a play counts after 30 seconds of listening', async () => {
    const { player, element, announced, rates, now, listened } = setUp()
    await listened(first)
    player.setRate(1.52)
    expect([now().rate, element.playbackRate, rates]).toEqual([1.5, 1.5, [1.5]])
    element.runsTo(44.5)
    expect(announced).toEqual(['started abfahrt'])
    element.runsTo(45.5)
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt'])
    await listened(second)
    expect([now().track, element.playbackRate]).toEqual([second, 1.5])
    player.setRate(Number.NaN)
    expect(now().rate).toBe(1.5)
  })
})

describe('what the sleep timer needs', () => {
  test('a fade makes the sound quieter and leaves the volume as it is set', async () => {
    const { player, element, stored, now, listened } = setUp()
    await listened(first)
    player.setVolume(0.8)
    player.setFade(0.5)
    expect(element.volume).toBeCloseTo(0.4)
    player.setVolume(0.6)
    expect(element.volume).toBeCloseTo(0.3)
    player.setFade(1)
    expect(element.volume).toBeCloseTo(0.6)
    expect([now().volume, stored]).toEqual([0.6, [0.8, 0.6]])
  })

  test('nothing follows the track after which it stops, not even itself', async () => {
    const { player, element, now, settle, listened } = setUp()
    await listened(first)
    player.cycleRepeat()
    player.cycleRepeat()
    player.stopAfterTrack(true)
    element.reachesItsEnd()
    await settle()
    expect(now()).toMatchObject({ status: 'paused', track: first, positionSeconds: 0 })
    player.stopAfterTrack(false)
    player.cycleRepeat()
    player.toggle()
    await settle()
    element.sounds(120)
    element.reachesItsEnd()
    await settle()
    expect(now().track).toBe(second)
  })
})

test('stopping lets go of the file and forgets the track', async () => {
  const { player, element, now, listened, announced, errors } = setUp()
  await listened(first)
  player.stop()
  await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
  expect(element.src).toBe('')
  expect(now()).toMatchObject({ status: 'empty', track: undefined, volume: 0.7 })
  expect(announced).toEqual(['started abfahrt', 'paused abfahrt'])
  expect(errors).toEqual([])
})

describe('the queue', () => {
  test('a press on play begins with it when nothing was chosen', async () => {
    const { player, element, messages, now, settle } = setUp()
    player.enqueue(second)
    player.enqueue(missing)
    expect(messages).toEqual(['Warteschlange: bruecke hinzugefügt'])
    player.toggle()
    await settle()
    expect(element.src).toBe('/api/stream/bruecke.mp3')
    expect(now()).toMatchObject({ track: second, order: { queue: [] } })
  })

  test('goes before the album when a track ends', async () => {
    const { player, element, now, settle, listened } = setUp()
    await listened(first)
    player.enqueue(last)
    element.reachesItsEnd()
    await settle()
    expect(now().track).toBe(last)
    element.sounds(100)
    element.reachesItsEnd()
    await settle()
    expect(now().track).toBe(second)
  })

  test('without an album it goes on in the song list, behind the track', async () => {
    const songs = [last, first, second]
    const { player, element, now, settle } = setUp({ songs })
    player.enqueue(first)
    player.toggle()
    await settle()
    element.sounds(100)
    player.next()
    expect(now().track).toBe(second)
    player.previous()
    expect(now().track).toBe(first)
  })

  test('is gone when the session ends', () => {
    const { player, now } = setUp()
    player.enqueue(first)
    player.stop()
    expect(now().order.queue).toEqual([])
  })
})

describe('a whole list', () => {
  test('plays from its first playable track, and shuffle is off then', async () => {
    const { player, element, now, settle } = setUp()
    player.toggleShuffle()
    player.playAll([missing, second, last], { isShuffled: false })
    await settle()
    expect(element.src).toBe('/api/stream/bruecke.mp3')
    expect(now().order.isShuffled).toBe(false)
    expect(now().order.order.map(({ track }) => track)).toEqual([missing, second, last])
    element.sounds(100)
    player.next()
    expect(now().track).toBe(last)
  })

  test('begins anew when one of its tracks plays already', async () => {
    const { player, element, now, settle, listened } = setUp()
    await listened(first)
    element.runsTo(40)
    player.playAll(album, { isShuffled: false })
    await settle()
    expect(now()).toMatchObject({ track: first, positionSeconds: 0 })
    expect(now().status).not.toBe('paused')
  })

  test('plays each playable track once in a random order', async () => {
    const { player, element, now, settle } = setUp()
    player.playAll(album, { isShuffled: true })
    const played = new Set()
    for (let step = 0; step < 3; step += 1) {
      await settle()
      element.sounds(100)
      played.add(now().track)
      player.next()
    }
    expect(now().order.isShuffled).toBe(true)
    expect(played).toEqual(new Set([first, second, last]))
  })

  test('without a playable track changes nothing', () => {
    const { player, now } = setUp()
    player.playAll([missing], { isShuffled: true })
    expect(now()).toMatchObject({ status: 'empty', order: { isShuffled: false } })
  })

  test('goes to the end of the queue in its order, without what is missing', () => {
    const { player, now, messages } = setUp()
    player.enqueue(last)
    player.enqueueAll(album)
    expect(now().order.queue.map(({ track }) => track)).toEqual([last, first, second, last])
    expect(new Set(now().order.queue.map(({ key }) => key)).size).toBe(4)
    expect(messages.at(-1)).toBe('Warteschlange: 3 Tracks hinzugefügt')
    player.enqueueAll([missing])
    expect(messages).toHaveLength(2)
  })
})
