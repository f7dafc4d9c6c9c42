import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { encodings } from '#client/qualities.ts'
import { RESUMES_WITHIN } from './playback/connection-watch.ts'
import { LOADING_TIMEOUT } from './playback/playback-effects.ts'
import { album, first, last, second, setUp, trackNamed } from './silent-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('when a track does not play', () => {
  test('an expired ticket is replaced without a word, at the same second', async () => {
    const { element, now, settle, listened, requested, errors } = setUp()
    await listened(first)
    element.runsTo(40)
    element.breaks(2)
    await settle()
    expect(requested).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', positionSeconds: 40 })
    expect(errors).toEqual([])
  })

  test('a file that stays silent for 15 seconds is given up', async () => {
    const { player, now, settle, errors } = setUp()
    player.choose(album, first)
    await settle()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
  })

  test('running dry waits as long', async () => {
    const { element, now, listened, errors } = setUp()
    await listened(first)
    element.runsDry()
    expect(now().status).toBe('buffering')
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(errors).toHaveLength(1)
  })

  test('a corrupt file is reported and the next one plays', async () => {
    const { element, now, listened, settle, errors } = setUp()
    await listened(first)
    element.breaks(3)
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    await settle()
    expect(now()).toMatchObject({ status: 'loading', track: second })
    expect(element.src).toBe('/api/stream/bruecke.mp3')
  })

  test('a format that the browser does not know is named', async () => {
    const { element, player, now, settle, errors } = setUp()
    player.choose([{ ...first, file: 'abfahrt.opus' }, second], { ...first, file: 'abfahrt.opus' })
    await settle()
    element.breaks(3)
    expect(errors).toEqual(['Dieser Browser kann das Format Opus nicht abspielen'])
    await settle()
    expect(now()).toMatchObject({ status: 'loading', track: second })
  })

  test('a file that is converted and still does not play is named, and the next one plays', async () => {
    const { element, player, now, settle, errors } = setUp()
    const marked = { ...first, file: 'abfahrt.m4a', needsConversion: true } as const
    encodings.setState({ codec: 'opus' })
    onTestFinished(() => encodings.setState({ codec: undefined }))
    player.choose([marked, second], marked)
    await settle()
    for (const pause of [0, 1000, 3000, 0]) {
      element.breaks(4)
      await vi.advanceTimersByTimeAsync(pause + 1)
    }
    expect(errors).toEqual([
      '„abfahrt“ braucht Umwandlung: Dieser Browser kann das Format ALAC nicht abspielen',
    ])
    expect(now()).toMatchObject({ status: 'loading', track: second })
  })

  test('a missing file is reported and the next one plays', async () => {
    const { element, server, now, listened, settle, errors, requested } = setUp()
    await listened(first)
    server.loadOutcome = 'gone'
    element.breaks(4)
    await settle()
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
    expect(requested).toEqual(['abfahrt.mp3', 'bruecke.mp3'])
  })

  test('a withdrawn key is reported; after a second rejection there are no further attempts', async () => {
    const { element, server, now, listened, settle, errors } = setUp()
    await listened(first)
    server.loadOutcome = 'refused'
    element.breaks(2)
    await settle()
    expect(errors).toEqual(['Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
    element.breaks(4)
    await settle()
    expect(errors).toHaveLength(2)
    expect(now()).toMatchObject({ status: 'paused', track: second })
  })

  test('when access ends, the track and what was loaded of the next one are given up by name', async () => {
    const { player, element, other, server, now, listened, settle, errors, requested } = setUp()
    await listened(first)
    element.loads(100)
    await settle()
    expect(other.src).toContain('bruecke.mp3')
    server.loadOutcome = 'closed'
    await player.checkAccess()
    await settle()
    expect(errors).toEqual(['„abfahrt“ öffnet dein Schlüssel nicht'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
    // The next track is requested again, although its file was loaded.
    expect(requested).toEqual(['abfahrt.mp3', 'bruecke.mp3', 'bruecke.mp3'])
    element.breaks(2)
    await settle()
    expect(errors.at(-1)).toBe('„bruecke“ öffnet dein Schlüssel nicht')
    expect(now()).toMatchObject({ status: 'loading', track: last })
  })

  test('a track that is still open plays on when the access is checked; what was loaded of the next one is dropped', async () => {
    const { player, element, other, now, listened, settle, errors } = setUp()
    await listened(first)
    element.loads(100)
    await settle()
    expect(other.src).toContain('bruecke.mp3')
    await player.checkAccess()
    await vi.advanceTimersByTimeAsync(500)
    expect(other.src).toBe('')
    expect([errors, now().status, now().track]).toEqual([[], 'playing', first])
  })

  test('three in a row are enough', async () => {
    const { player, element, now, settle, errors } = setUp()
    const broken = ['a', 'b', 'c', 'd'].map((name) => trackNamed(name))
    player.choose(broken, trackNamed('a'))
    for (const _ of broken) {
      await settle()
      element.breaks(3)
    }
    expect(errors).toHaveLength(3)
    expect(now()).toMatchObject({ status: 'paused', track: { id: 'c' } })
  })
})

describe('a file that fails in the middle', () => {
  /** Fails `tries` times: each attempt plays for a moment, near the same position, and then fails again. */
  async function failsAgainAndAgain(dependencies: ReturnType<typeof setUp>, tries: number, creep = 0) {
    const { element, settle } = dependencies
    for (let tried = 1; tried <= tries; tried += 1) {
      element.sounds(120)
      element.runsTo(element.currentTime + 0.25 + creep)
      element.breaks(4)
      await settle()
      await vi.advanceTimersByTimeAsync(3000)
    }
  }

  test.each([
    ['at the same place', 0],
    ['a little later each time', 1.5],
  ])('%s is retried three times, with growing pauses, then the next one plays', async (_place, creep) => {
    const dependencies = setUp()
    const { element, now, listened, settle, requested, errors } = dependencies
    await listened(first)
    element.runsTo(97)
    element.breaks(4)
    await settle()
    expect(requested).toEqual(['abfahrt.mp3', 'abfahrt.mp3 otherwise'])
    element.sounds(120)
    element.runsTo(97.5 + creep)
    element.breaks(4)
    await vi.advanceTimersByTimeAsync(900)
    expect(requested).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(requested).toHaveLength(3)
    await failsAgainAndAgain(dependencies, 1, creep)
    expect(requested).toHaveLength(4)
    expect(errors).toEqual([])
    await failsAgainAndAgain(dependencies, 1, creep)
    expect(requested).toEqual([
      'abfahrt.mp3',
      'abfahrt.mp3 otherwise',
      'abfahrt.mp3 otherwise',
      'abfahrt.mp3 otherwise',
      'bruecke.mp3',
    ])
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'loading', track: second })
  })

  test('and is placed too early by the browser does not go in circles', async () => {
    const dependencies = setUp()
    const { element, now, listened, settle } = dependencies
    await listened(first)
    for (const position of [97, 40, 97, 40]) {
      element.currentTime = position
      element.runsTo(position)
      element.breaks(4)
      await settle()
      await vi.advanceTimersByTimeAsync(3000)
      element.sounds(120)
    }
    expect(now().track).toBe(second)
  })

  test('has new retries once it was heard well beyond that place, or the listener requests it', async () => {
    const dependencies = setUp()
    const { player, element, now, listened, requested } = dependencies
    await listened(first)
    await failsAgainAndAgain(dependencies, 3)
    element.sounds(120)
    element.runsTo(20)
    await failsAgainAndAgain(dependencies, 3)
    expect(requested).toHaveLength(7)
    player.seekToSeconds(2)
    element.runsTo(2)
    await failsAgainAndAgain(dependencies, 3)
    expect(requested).toHaveLength(10)
    expect(now().track).toBe(first)
  })

  test('a pause during the wait for a retry ends it', async () => {
    const { player, element, now, listened, settle, requested } = setUp()
    await listened(first)
    for (const _ of [1, 2]) {
      element.sounds(120)
      element.breaks(4)
      await settle()
    }
    player.pause()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requested).toHaveLength(2)
    expect(now().status).toBe('paused')
  })

  test('three such files in a row are enough, though each sounds for a moment', async () => {
    const { player, element, now, settle, errors } = setUp()
    const broken = ['a', 'b', 'c', 'd'].map((name) => trackNamed(name))
    player.choose(broken, trackNamed('a'))
    for (const _ of ['a', 'b', 'c']) {
      await settle()
      element.sounds(120)
      element.runsTo(1)
      element.breaks(3)
    }
    expect(errors).toHaveLength(3)
    expect(now()).toMatchObject({ status: 'paused', track: { id: 'c' } })
  })
})

test('a listener who goes on after a failure has all tries again', async () => {
  const { player, element, server, now, settle, errors } = setUp()
  player.choose(album, first)
  await settle()
  element.breaks(3)
  await settle()
  element.sounds(120)
  element.runsTo(2)
  server.loadOutcome = 'refused'
  player.choose(album, last)
  await settle()
  player.previous()
  await settle()
  element.breaks(4)
  await settle()
  expect(errors).toHaveLength(2)
  expect(now()).toMatchObject({ status: 'loading', track: last })
})

describe('when the line is lost', () => {
  async function lostAt40() {
    const dependencies = setUp()
    await dependencies.listened(first)
    dependencies.element.runsTo(40)
    dependencies.server.loadOutcome = 'unreachable'
    dependencies.element.breaks(2)
    await dependencies.settle()
    return dependencies
  }

  test('it waits without a word and goes on where it was as soon as the browser is on line again', async () => {
    const { element, server, now, settle, errors, requested, goOnline } = await lostAt40()
    expect(now()).toMatchObject({ status: 'buffering', positionSeconds: 40 })
    server.loadOutcome = 'there'
    goOnline()
    await settle()
    expect(requested).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    expect(element.currentTime).toBe(40)
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', track: first, positionSeconds: 40 })
    expect(errors).toEqual([])
  })

  test('it also notices by itself that the server answers again', async () => {
    const { server, now, requested } = await lostAt40()
    await vi.advanceTimersByTimeAsync(7000)
    expect(requested).toHaveLength(1)
    server.loadOutcome = 'there'
    await vi.advanceTimersByTimeAsync(3000)
    expect(requested).toEqual(['abfahrt.mp3', 'abfahrt.mp3 anew'])
    expect(now()).toMatchObject({ status: 'loading', positionSeconds: 40 })
  })

  test('after 15 seconds it reports the problem and stops, and still resumes by itself', async () => {
    const { element, server, now, settle, errors, announced, goOnline } = await lostAt40()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'paused', track: first, positionSeconds: 40 })
    server.loadOutcome = 'there'
    goOnline()
    await settle()
    element.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', positionSeconds: 40 })
    expect(announced).toEqual(['started abfahrt', 'listened abfahrt', 'paused abfahrt', 'started abfahrt'])
  })

  test('running dry ends the same way when the server does not answer', async () => {
    const { element, server, now, listened, errors } = setUp()
    await listened(first)
    server.loadOutcome = 'unreachable'
    element.runsDry()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    expect(errors).toEqual(['Fehler beim Abspielen des Tracks'])
    expect(now()).toMatchObject({ status: 'paused', track: first })
  })

  test('music does not begin by itself when it was paused meanwhile, or minutes later', async () => {
    const paused = await lostAt40()
    paused.player.pause()
    paused.server.loadOutcome = 'there'
    paused.goOnline()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(paused.now().status).toBe('paused')

    const late = await lostAt40()
    await vi.advanceTimersByTimeAsync(RESUMES_WITHIN + LOADING_TIMEOUT)
    late.server.loadOutcome = 'there'
    late.goOnline()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(late.now().status).toBe('paused')
  })

  test('a press on play retries at once', async () => {
    const { player, server, now, settle, requested } = await lostAt40()
    await vi.advanceTimersByTimeAsync(LOADING_TIMEOUT)
    server.loadOutcome = 'there'
    player.toggle()
    await settle()
    expect(requested).toHaveLength(2)
    expect(now()).toMatchObject({ status: 'loading', positionSeconds: 40 })
  })
})
