import { describe, expect, test } from 'vitest'
import { loseConnection } from '#testing/lose-connection.ts'
import { nameOf, playing, seededRandom, trackNamed, tracksNamed } from './named-tracks.ts'
import {
  chooseList,
  chooseTrack,
  entryOf,
  NOTHING_CHOSEN,
  repeatAfter,
  stepBack,
  stepForward,
  trackAfter,
  withShuffle,
  type PlayOrder,
  type Repeat,
} from './play-order.ts'

describe('what comes next', () => {
  test.each<[string, string, string, Repeat, string | undefined]>([
    ['the following track of the album', 'abc', 'a', 'off', 'b'],
    ['a missing track is skipped', 'aBc', 'a', 'off', 'c'],
    ['nothing after the last one', 'abc', 'c', 'off', undefined],
    ['nothing when only missing ones follow', 'aBC', 'a', 'off', undefined],
    ['the first again with repeat all', 'abc', 'c', 'all', 'a'],
    ['the first playable again with repeat all', 'AbcD', 'c', 'all', 'b'],
    ['the only playable one again with repeat all', 'aB', 'a', 'all', 'a'],
    ['repeat one does not hold the next button', 'abc', 'a', 'one', 'b'],
    ['repeat one does not wrap', 'abc', 'c', 'one', undefined],
  ])('%s', (_case, names, current, repeat, next) => {
    expect(nameOf(stepForward(playing(names, current, repeat)))).toBe(next)
  })
})

describe('what came before', () => {
  test.each<[string, string, string, Repeat, string | undefined]>([
    ['the track before', 'abc', 'c', 'off', 'b'],
    ['a missing track is skipped', 'aBc', 'c', 'off', 'a'],
    ['nothing before the first', 'abc', 'a', 'off', undefined],
    ['the last one with repeat all', 'abC', 'a', 'all', 'b'],
  ])('%s', (_case, names, current, repeat, previous) => {
    expect(nameOf(stepBack(playing(names, current, repeat)))).toBe(previous)
  })
})

test.each<[Repeat, string, string | undefined]>([
  ['off', 'a', 'b'],
  ['off', 'c', undefined],
  ['all', 'c', 'a'],
  ['one', 'b', 'b'],
])('with repeat %s, %s is followed by %s when it has come to its end', (repeat, current, following) => {
  expect(trackAfter(playing('abc', current, repeat))?.id).toBe(following)
})

test('without a chosen track there is neither next nor previous', () => {
  expect(stepForward(NOTHING_CHOSEN)).toBeUndefined()
  expect(stepBack(NOTHING_CHOSEN)).toBeUndefined()
  expect(stepForward({ ...NOTHING_CHOSEN, repeat: 'all' })).toBeUndefined()
})

test('an album without one playable track never loops for ever', () => {
  expect(stepForward(playing('ABC', 'A', 'all'))).toBeUndefined()
})

describe('over many random albums', () => {
  const rounds = Array.from({ length: 200 }, (_, seed) => seed)

  function randomAlbum(random: () => number) {
    const names = 'abcdefghijklmnop'
      .split('')
      .slice(0, 1 + Math.floor(random() * 16))
      .map((name) => (random() < 0.2 ? name.toUpperCase() : name))
    return { names: names.join(''), current: names[Math.floor(random() * names.length)] ?? 'a' }
  }

  test.each<Repeat>(['off', 'all'])('previous undoes next (repeat %s)', (repeat) => {
    for (const seed of rounds) {
      const random = seededRandom(seed)
      const { names, current } = randomAlbum(random)
      if (current !== current.toLowerCase()) continue
      const plain = playing(names, current, repeat)
      const state = random() < 0.5 ? plain : withShuffle(plain, true, random)
      const next = stepForward(state)
      if (next) expect(nameOf(stepBack(next)), names).toBe(current)
    }
  })

  test('shuffle plays every playable track once before any repeats', () => {
    for (const seed of rounds) {
      const random = seededRandom(seed)
      const { names, current } = randomAlbum(random)
      let state: PlayOrder | undefined = withShuffle(playing(names, current), true, random)
      const played: string[] = []
      while (state) {
        played.push(nameOf(state) ?? '?')
        state = stepForward(state)
      }
      const expected = names.split('').filter((name) => name === current || name === name.toLowerCase())
      expect(played.toSorted(), names).toEqual(expected.toSorted())
      expect(played[0]).toBe(current)
    }
  })

  test('switching shuffle off goes on in album order', () => {
    for (const seed of rounds) {
      const shuffled = withShuffle(playing('abcdefgh', 'c'), true, seededRandom(seed))
      const later = stepForward(shuffled)
      if (!later) throw new Error('an album of eight has a next track')
      const plain = withShuffle(later, false)
      expect(nameOf(plain)).toBe(nameOf(later))
      expect(plain.order).toEqual(plain.list)
    }
  })
})

test('a track chosen while shuffled starts a new round with itself first', () => {
  const shuffled = withShuffle(playing('abc', 'a'), true, seededRandom(1))
  const list = tracksNamed('defg')
  const chosen = chooseTrack(shuffled, list, trackNamed('f'), { random: seededRandom(2) })
  expect(chosen.order[0]?.track.id).toBe('f')
  expect(chosen.order.map(({ track }) => track.id).toSorted()).toEqual(['d', 'e', 'f', 'g'])
})

test('shuffle can be switched before anything plays', () => {
  expect(withShuffle(NOTHING_CHOSEN, true).isShuffled).toBe(true)
})

test('repeat goes from off over all and one back to off', () => {
  expect(repeatAfter('off')).toBe('all')
  expect(repeatAfter('all')).toBe('one')
  expect(repeatAfter('one')).toBe('off')
})

test('a track that stands twice in a list plays twice, and goes on behind the chosen one', () => {
  const [first, again, last] = [trackNamed('a'), trackNamed('a'), trackNamed('b')]
  const chosen = chooseTrack(NOTHING_CHOSEN, [first, again, last], again)
  expect(chosen.position).toBe(1)
  const shuffled = withShuffle(
    chooseTrack(NOTHING_CHOSEN, [first, again, last], first),
    true,
    seededRandom(4),
  )
  const played = [nameOf(shuffled)]
  for (let next = stepForward(shuffled); next; next = stepForward(next)) played.push(nameOf(next))
  expect(played).toHaveLength(3)
  expect(played.filter((name) => name === 'a')).toHaveLength(2)
  expect(withShuffle(shuffled, false).order).toEqual(shuffled.list)
})

describe('without a connection', () => {
  const here = (names: string) =>
    new Map(
      names.split('').map((name) => [`${name}.mp3`, { version: name, state: 'ready', share: 1 } as const]),
    )

  test('tracks that do not lie on this device are skipped in both directions', () => {
    loseConnection({ files: here('ad') })
    expect(nameOf(stepForward(playing('abcd', 'a')))).toBe('d')
    expect(nameOf(stepBack(playing('abcd', 'd')))).toBe('a')
    expect(nameOf(stepForward(playing('abcd', 'd', 'all')))).toBe('a')
  })

  test('of the queue the first track that lies here is next; the others stay in it', () => {
    loseConnection({ files: here('ac') })
    const queue = tracksNamed('bc').map(entryOf)
    const next = stepForward({ ...playing('ad', 'a'), queue })
    expect(nameOf(next)).toBe('c')
    expect(next?.queue.map(({ track }) => track.id)).toEqual(['b'])
  })

  test('when none of them lies here, the next one waits for the connection', () => {
    loseConnection()
    expect(nameOf(stepForward(playing('abc', 'a')))).toBe('b')
  })

  test('a list begins with its first track that lies here', () => {
    loseConnection({ files: here('c') })
    expect(nameOf(chooseList(NOTHING_CHOSEN, tracksNamed('abc'), false))).toBe('c')
  })
})
