import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fate } from './after-failure.ts'
import { RESUMES_WITHIN } from './line-watch.ts'
import { createPlayer, type Player, PREVIOUS_RESTARTS_AFTER } from './player.ts'
import { LOADING_TIMEOUT } from './playback.ts'
import { SilentElement } from './silent-element.ts'
import type { PlayerTrack } from './track.ts'

function trackNamed(name: string, isThere = true): PlayerTrack {
  return {
    id: name,
    title: name,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(isThere && { file: `${name}.mp3` }),
    coverUrl: '/default-album.jpg',
    duration: 100,
    isExclusive: false,
  }
}

const [first, second, missing, last] = [
  trackNamed('abfahrt'),
  trackNamed('bruecke'),
  trackNamed('lichtung', false),
  trackNamed('abspann'),
]
const album = [first, second, missing, last]

function setUp({ isLoggedIn = true, songs = [] }: { isLoggedIn?: boolean; songs?: PlayerTrack[] } = {}) {
  const [element, other] = [new SilentElement(), new SilentElement()]
  /** What the server says of a file that does not play. */
  const server: { fate: Fate } = { fate: 'there' }
  const onlineListeners: (() => void)[] = []
  const said: string[] = []
  const complaints: string[] = []
  const announced: string[] = []
  const kept: number[] = []
  const asked: string[] = []
  const player = createPlayer({
    elements: [element, other],
    lookUp: () => Promise.resolve(server.fate),
    onOnline: (back) => onlineListeners.push(back),
    songList: () => Promise.resolve(songs),
    streamAddress(file, isFresh) {
      asked.push(isFresh ? `${file} anew` : file)
      return Promise.resolve(`/api/stream/${file}`)
    },
    isLoggedIn: () => isLoggedIn,
    firstVolume: 0.7,
    keepVolume: (volume) => kept.push(volume),
    say: (text) => said.push(text),
    complain: (text) => complaints.push(text),
  })
  player.listen(({ type, track }) => announced.push(`${type} ${track.id}`))
  const now = () => player.state.getState()
  /** Lets what the browser does later happen: answers arrive, events fire. */
  const settle = () => vi.advanceTimersByTimeAsync(1)
  async function hear(track: PlayerTrack) {
    player.choose(album, track)
    await settle()
    element.sounds(120)
  }
  const goOnline = () => onlineListeners.forEach((back) => back())
  return {
    player,
    element,
    other,
    server,
    goOnline,
    said,
    complaints,
    announced,
    kept,
    asked,
    now,
    settle,
    hear,
  }
}

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
    const { player, element, now, settle, hear, announced } = setUp()
    await hear(first)
    player.choose(album, first)
    await settle()
    expect(now().status).toBe('paused')
    player.choose(album, first)
    element.sounds(120)
    expect(now().status).toBe('playing')
    expect(announced).toEqual(['started abfahrt', 'paused abfahrt', 'started abfahrt'])
  })

  test('another one replaces it without falling silent for good', async () => {
    const { player, element, now, settle, hear } = setUp()
    await hear(first)
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

  test('without a session it says so', () => {
    const { player, now, complaints } = setUp({ isLoggedIn: false })
    player.choose(album, first)
    expect(complaints).toEqual(['Nicht angemeldet'])
    expect(now().status).toBe('empty')
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
    const { element, now, hear } = setUp()
    await hear(first)
    element.isPausedBySystem()
    expect(now().status).toBe('paused')
  })
})

describe('at the end of a track', () => {
  test('the next one of the album follows, missing ones are skipped', async () => {
    const { element, now, settle, hear, announced } = setUp()
    await hear(second)
    element.reachesItsEnd()
    await settle()
    element.sounds(60)
    expect(now()).toMatchObject({ status: 'playing', track: last })
    expect(announced).toEqual(['started bruecke', 'ended bruecke', 'started abspann'])
  })

  test('after the last one it rests at its beginning', async () => {
    const { element, now, settle, hear } = setUp()
    await hear(last)
    element.runsTo(119)
    element.reachesItsEnd()
    await settle()
    expect(now()).toMatchObject({ status: 'paused', track: last, positionSeconds: 0 })
    expect(element.currentTime).toBe(0)
  })

  test('repeat all goes on with the first, repeat one with the same', async () => {
    const { player, element, now, settle, hear, announced } = setUp()
    player.cycleRepeat()
    await hear(last)
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
    const { player, now, settle, hear } = setUp()
    await hear(last)
    player.next()
    await settle()
    expect(now()).toMatchObject({ status: 'paused', track: last, positionSeconds: 0 })
  })

  test('previous goes back early in a track and restarts it later', async () => {
    const { player, element, now, hear } = setUp()
    await hear(second)
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
    const { player, element, now, hear } = setUp()
    await hear(first)
    player.seekToPercent(50)
    expect(element.currentTime).toBe(60)
    expect(now().positionSeconds).toBe(60)
    player.seekToSeconds(500)
    expect(now().positionSeconds).toBe(120)
  })

  test('what was seeked over does not count as listened', async () => {
    const { player, element, hear, announced } = setUp()
    await hear(first)
    element.runsTo(10)
    player.seekToSeconds(90)
    element.runsTo(105)
    expect(announced).toEqual(['started abfahrt'])
    element.runsTo(112)
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt'])
  })
})

describe('when a track does not play', () => {
  test('an expired ticket is replaced without a word, at the same second', async () => {
    const { element, now, settle, hear, asked, complaints } = setUp()
    await hear(first)
    element.runsTo(40)
    element.breaks(2)
    await settle()
    expect(asked).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', positionSeconds: 40 })
    expect(complaints).toEqual([])
  })

  test('a file that stays silent for 15 seconds is given up', async () => {
    const { player, now, settle, complaints } = setUp()
    player.choose(album, first)
    await settle()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(complaints).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
  })

  test('running dry waits as long', async () => {
    const { element, now, hear, complaints } = setUp()
    await hear(first)
    element.runsDry()
    expect(now().status).toBe('buffering')
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(complaints).toHaveLength(1)
  })

  test('a corrupt file is told and the next one plays', async () => {
    const { element, now, hear, settle, complaints } = setUp()
    await hear(first)
    element.breaks(3)
    expect(complaints).toEqual(['Fehler beim Abspielen des Tracks'])
    await settle()
    expect(now()).toMatchObject({ status: 'loading', track: second })
    expect(element.src).toBe('/api/stream/bruecke.mp3')
  })

  test('a file that is gone is told and the next one plays', async () => {
    const { element, server, now, hear, settle, complaints, asked } = setUp()
    await hear(first)
    server.fate = 'gone'
    element.breaks(4)
    await settle()
    expect(complaints).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
    expect(asked).toEqual(['abfahrt.mp3', 'bruecke.mp3'])
  })

  test('a key that was taken back is told; after a second refusal nothing more is tried', async () => {
    const { element, server, now, hear, settle, complaints } = setUp()
    await hear(first)
    server.fate = 'refused'
    element.breaks(2)
    await settle()
    expect(complaints).toEqual(['Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
    element.breaks(4)
    await settle()
    expect(complaints).toHaveLength(2)
    expect(now()).toMatchObject({ status: 'paused', track: second })
  })

  test('three in a row are enough', async () => {
    const { player, element, now, settle, complaints } = setUp()
    const broken = ['a', 'b', 'c', 'd'].map((name) => trackNamed(name))
    player.choose(broken, trackNamed('a'))
    for (const _ of broken) {
      await settle()
      element.breaks(3)
    }
    expect(complaints).toHaveLength(3)
    expect(now()).toMatchObject({ status: 'paused', track: { id: 'c' } })
  })
})

describe('when the line is lost', () => {
  async function lostAt40() {
    const parts = setUp()
    await parts.hear(first)
    parts.element.runsTo(40)
    parts.server.fate = 'unreachable'
    parts.element.breaks(2)
    await parts.settle()
    return parts
  }

  test('it waits without a word and goes on where it was as soon as the browser is on line again', async () => {
    const { element, server, now, settle, complaints, asked, goOnline } = await lostAt40()
    expect(now()).toMatchObject({ status: 'buffering', positionSeconds: 40 })
    server.fate = 'there'
    goOnline()
    await settle()
    expect(asked).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    expect(element.currentTime).toBe(40)
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', track: first, positionSeconds: 40 })
    expect(complaints).toEqual([])
  })

  test('it also notices by itself that the server answers again', async () => {
    const { server, now, asked } = await lostAt40()
    await vi.advanceTimersByTimeAsync(7000)
    expect(asked).toHaveLength(1)
    server.fate = 'there'
    await vi.advanceTimersByTimeAsync(3000)
    expect(asked).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    expect(now()).toMatchObject({ status: 'loading', positionSeconds: 40 })
  })

  test('after 15 seconds it says so and rests, and still goes on by itself', async () => {
    const { element, server, now, settle, complaints, announced, goOnline } = await lostAt40()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(complaints).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'paused', track: first, positionSeconds: 40 })
    server.fate = 'there'
    goOnline()
    await settle()
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', positionSeconds: 40 })
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt', 'paused abfahrt', 'started abfahrt'])
  })

  test('running dry ends the same way when the server does not answer', async () => {
    const { element, server, now, hear, complaints } = setUp()
    await hear(first)
    server.fate = 'unreachable'
    element.runsDry()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(complaints).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'paused', track: first })
  })

  test('music does not begin by itself when it was paused meanwhile, or minutes later', async () => {
    const paused = await lostAt40()
    paused.player.pause()
    paused.server.fate = 'there'
    paused.goOnline()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(paused.now().status).toBe('paused')

    const late = await lostAt40()
    await vi.advanceTimersByTimeAsync(RESUMES_WITHIN + LOADING_TIMEOUT)
    late.server.fate = 'there'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(late.now().status).toBe('paused')
  })

  test('a press on play asks at once', async () => {
    const { player, server, now, settle, asked } = await lostAt40()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    server.fate = 'there'
    player.toggle()
    await settle()
    expect(asked).toHaveLength(2)
    expect(now()).toMatchObject({ status: 'loading', positionSeconds: 40 })
  })
})

describe('what comes next is loaded ahead', () => {
  test('once what plays is far enough, and starts without being opened', async () => {
    const { player, element, other, now, settle, hear, asked } = setUp()
    await hear(first)
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
    expect(asked).toEqual(['abfahrt.mp3', 'bruecke.mp3'])
  })

  test('starts a moment before the end, and what ends may run out', async () => {
    const { element, other, now, settle, hear, announced } = setUp()
    await hear(first)
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

  test('a file that is longer than it says is heard to its end', async () => {
    const { element, other, now, settle, hear } = setUp()
    await hear(first)
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
    const { player, element, other, settle, hear } = setUp()
    await hear(first)
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
    const { player, element, other, settle, hear, asked } = setUp()
    await hear(first)
    element.loads(120)
    await settle()
    other.breaks(2)
    player.next()
    await settle()
    expect(asked).toEqual(['abfahrt.mp3', 'bruecke.mp3', 'bruecke.mp3'])
    expect(element.src).toBe('/api/stream/bruecke.mp3')
  })

  test('repeating a track plays it from the element that waits', async () => {
    const { player, element, other, now, settle, hear, announced } = setUp()
    player.cycleRepeat()
    player.cycleRepeat()
    await hear(first)
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

describe('volume', () => {
  test('is kept, and mute restores it', () => {
    const { player, element, now, kept } = setUp()
    expect(element.volume).toBe(0.7)
    player.setVolume(0.4)
    player.toggleMute()
    expect(element.muted).toBe(true)
    expect(now()).toMatchObject({ volume: 0.4, isMuted: true })
    player.toggleMute()
    expect(element.muted).toBe(false)
    expect(element.volume).toBe(0.4)
    expect(kept).toEqual([0.4])
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
  const { player, said } = setUp()
  player.cycleRepeat()
  player.cycleRepeat()
  player.cycleRepeat()
  player.toggleShuffle()
  player.toggleShuffle()
  expect(said).toEqual(['Alle wiederholen', 'Track wiederholen', 'Repeat aus', 'Shuffle an', 'Shuffle aus'])
})

test('stopping lets go of the file and forgets the track', async () => {
  const { player, element, now, hear, announced, complaints } = setUp()
  await hear(first)
  player.stop()
  await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
  expect(element.src).toBe('')
  expect(now()).toMatchObject({ status: 'empty', track: undefined, volume: 0.7 })
  expect(announced).toEqual(['started abfahrt', 'paused abfahrt'])
  expect(complaints).toEqual([])
})

describe('the queue', () => {
  test('a press on play begins with it when nothing was chosen', async () => {
    const { player, element, said, now, settle } = setUp()
    player.enqueue(second)
    player.enqueue(missing)
    expect(said).toEqual(['Warteschlange: bruecke hinzugefügt'])
    player.toggle()
    await settle()
    expect(element.src).toBe('/api/stream/bruecke.mp3')
    expect(now()).toMatchObject({ track: second, order: { queue: [] } })
  })

  test('goes before the album when a track ends', async () => {
    const { player, element, now, settle, hear } = setUp()
    await hear(first)
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
