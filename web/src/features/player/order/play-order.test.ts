import { describe, expect, test } from 'vitest'
import {
  addToQueue,
  chooseTrack,
  currentTrack,
  moveInQueue,
  NOTHING_CHOSEN,
  removeFromQueue,
  repeatAfter,
  stepBack,
  stepForward,
  playFromQueue,
  trackAfter,
  withShuffle,
  withSongList,
  type PlayOrder,
  type Repeat,
} from './play-order.ts'
import type { Track } from '#features/tracks/index.ts'

/** Lower-case letters are playable tracks, capitals are missing ones. */
function trackNamed(name: string): Track {
  const isThere = name === name.toLowerCase()
  return {
    id: name,
    title: name,
    artist: 'Album',
    album: 'Album',
    ...(isThere && { file: `${name}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 60,
    isExclusive: false,
  }
}

function playing(names: string, current: string, repeat: Repeat = 'off'): PlayOrder {
  const list = names.split('').map(trackNamed)
  return chooseTrack({ ...NOTHING_CHOSEN, repeat }, list, trackNamed(current))
}

const nameOf = (state: PlayOrder | undefined) => state && currentTrack(state)?.id

/** A reproducible random source. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

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
  const list = 'defg'.split('').map(trackNamed)
  const chosen = chooseTrack(shuffled, list, trackNamed('f'), seededRandom(2))
  expect(chosen.order[0]?.id).toBe('f')
  expect(chosen.order.map(({ id }) => id).toSorted()).toEqual(['d', 'e', 'f', 'g'])
})

test('shuffle can be switched before anything plays', () => {
  expect(withShuffle(NOTHING_CHOSEN, true).isShuffled).toBe(true)
})

test('repeat goes from off over all and one back to off', () => {
  expect(repeatAfter('off')).toBe('all')
  expect(repeatAfter('all')).toBe('one')
  expect(repeatAfter('one')).toBe('off')
})

/** One track plays and others are queued. */
function playingWith(names: string, current: string, queue: string, repeat: Repeat = 'off'): PlayOrder {
  return queue
    .split('')
    .reduce((state, name) => addToQueue(state, trackNamed(name)), playing(names, current, repeat))
}

const waiting = (state: PlayOrder | undefined) => state?.queue.map(({ track }) => track.id).join('')

/** The tracks that play from here on, limited to `most`. */
function playedFrom(state: PlayOrder, most = 20): string {
  let played = ''
  let now: PlayOrder | undefined = stepForward(state)
  while (now && played.length < most) {
    played += nameOf(now)
    now = stepForward(now)
  }
  return played
}

describe('the queue', () => {
  test.each<[string, string, string, string, Repeat, number, string]>([
    ['plays first, then the album goes on', 'abc', 'a', 'xy', 'off', 20, 'xybc'],
    ['plays after the last track, too', 'abc', 'c', 'x', 'off', 20, 'x'],
    ['plays once, though everything repeats', 'ab', 'a', 'x', 'all', 5, 'xbaba'],
    ['may hold a track of the album', 'abc', 'a', 'c', 'off', 20, 'cbc'],
    ['may hold a track twice', 'ab', 'a', 'xx', 'off', 20, 'xxb'],
    ['does not take what is missing', 'ab', 'a', 'xYz', 'off', 20, 'xzb'],
  ])('%s', (_case, names, current, queue, repeat, most, played) => {
    expect(playedFrom(playingWith(names, current, queue, repeat), most)).toBe(played)
  })

  test('plays without any album', () => {
    expect(playedFrom(addToQueue(NOTHING_CHOSEN, trackNamed('x')))).toBe('x')
  })

  test('the track before one of the queue is the one that was left for it', () => {
    const inBetween = stepForward(playingWith('abc', 'b', 'x'))
    expect(nameOf(inBetween)).toBe('x')
    expect(nameOf(inBetween && stepBack(inBetween))).toBe('b')
  })

  test.each<[string, number, number, string]>([
    ['an entry goes up', 2, 0, 'yxz'],
    ['an entry goes down', 2, 2, 'xzy'],
    ['an entry goes over several others', 1, 2, 'yzx'],
    ['above the first it is the first', 2, -1, 'yxz'],
    ['below the last it is the last', 2, 9, 'xzy'],
    ['at its own place it stays', 2, 1, 'xyz'],
    ['one that is gone changes nothing', 9, 1, 'xyz'],
  ])('%s', (_case, key, to, order) => {
    expect(waiting(moveInQueue(playingWith('ab', 'a', 'xyz'), key, to))).toBe(order)
  })

  test('an entry that is chosen plays now, and the others keep waiting', () => {
    const state = playFromQueue(playingWith('ab', 'a', 'xyz'), 2)
    expect(nameOf(state)).toBe('y')
    expect(waiting(state)).toBe('xz')
  })

  test('another track of the album ends what came from the queue', () => {
    const state = stepForward(playingWith('abc', 'a', 'xy'))
    const chosen = state && chooseTrack(state, state.list, trackNamed('c'))
    expect(nameOf(chosen)).toBe('c')
    expect(waiting(chosen)).toBe('y')
  })

  test('shuffling goes round the track of the queue that plays', () => {
    const state = stepForward(playingWith('abcd', 'b', 'x'))
    const shuffled = state && withShuffle(state, true, seededRandom(3))
    expect(nameOf(shuffled)).toBe('x')
    expect(shuffled && playedFrom(shuffled).split('').toSorted().join('')).toBe('acd')
  })

  test.each<[string, string, string, string]>([
    ['it goes on behind the track', 'x', 'axbc', 'bc'],
    ['it begins at the beginning when the track is not in it', 'x', 'abc', 'abc'],
    ['it ends after its last song', 'x', 'abx', ''],
  ])('without an album the song list follows: %s', (_case, name, songs, played) => {
    const alone = stepForward(addToQueue(NOTHING_CHOSEN, trackNamed(name)))
    const order = alone && withSongList(alone, songs.split('').map(trackNamed))
    expect(nameOf(order)).toBe(name)
    expect(order && playedFrom(order)).toBe(played)
  })

  test('an album that was chosen meanwhile is not replaced by the song list', () => {
    const state = playingWith('abc', 'a', 'x')
    expect(withSongList(state, [trackNamed('s')])).toBe(state)
    const inBetween = stepForward(state)
    expect(inBetween && withSongList(inBetween, [trackNamed('s')])).toBe(inBetween)
  })

  test('over many random queues: next and previous never lose the album’s place', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const repeat: Repeat = random() < 0.5 ? 'off' : 'all'
      let state = playingWith('abcdef', 'c', 'xyz'.slice(0, Math.floor(random() * 4)), repeat)
      for (let turn = 0; turn < 20; turn += 1) {
        const next = stepForward(state)
        if (!next) break
        // Whatever was played in between, going back leads to the position in the order.
        if (state.inBetween === undefined) expect(nameOf(stepBack(next))).toBe(nameOf(state))
        state = random() < 0.8 ? next : (stepBack(next) ?? next)
      }
    }
  })

  test('over many random queues: every move keeps all entries, and only the moved one changes its neighbours', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const names = 'uvwxyz'.slice(0, 1 + Math.floor(random() * 6))
      const state = playingWith('ab', 'a', names)
      const key = 1 + Math.floor(random() * names.length)
      const to = Math.floor(random() * names.length)
      const moved = moveInQueue(state, key, to)
      expect(moved.queue[to]?.key).toBe(key)
      const others = (order: PlayOrder) => order.queue.filter((entry) => entry.key !== key)
      expect(others(moved)).toEqual(others(state))
    }
  })

  test('over many random queues: removing while playing leaves what plays, and all others play in their order', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const pick = (names: string) => names.charAt(Math.floor(random() * names.length))
      const queue = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick('uvwxyz')).join('')
      const playingFirst = stepForward(playingWith('abc', 'a', queue))
      if (!playingFirst) throw new Error('The queue does not begin')
      const removed = playingFirst.queue[Math.floor(random() * playingFirst.queue.length)]
      const after = removed ? removeFromQueue(playingFirst, removed.key) : playingFirst
      expect(nameOf(after)).toBe(queue.charAt(0))
      const resumeState = playingFirst.queue.filter((entry) => entry !== removed).map(({ track }) => track.id)
      expect(playedFrom(after)).toBe(`${resumeState.join('')}bc`)
    }
  })
})
