import { describe, expect, test } from 'vitest'
import { nameOf, playing, seededRandom, trackNamed, tracksNamed } from './named-tracks.ts'
import {
  chooseTrack,
  NOTHING_CHOSEN,
  stepBack,
  stepForward,
  withShuffle,
  withSongList,
  type PlayOrder,
  type Repeat,
} from './play-order.ts'
import {
  clearUpcoming,
  moveUpcoming,
  playInBetween,
  playUpcoming,
  removeUpcoming,
  restoreUpcoming,
  upcomingOf,
  withQueued,
  type Upcoming,
} from './upcoming.ts'

/** A play order of `names` in which `current` plays and the tracks of `queue` are queued. */
function playingWith(names: string, current: string, queue: string, repeat: Repeat = 'off'): PlayOrder {
  return withQueued(playing(names, current, repeat), tracksNamed(queue), 'last')
}

/** The key of the first upcoming entry whose track has this name. */
function keyOf(state: PlayOrder, name: string): string {
  const { queued, following } = upcomingOf(state)
  return [...queued, ...following].find(({ track }) => track.id === name)?.key ?? 'gone'
}

/** The names of the upcoming tracks: the queued ones, a vertical bar, and the rest of the list. */
function coming(state: PlayOrder | undefined): string {
  if (!state) return ''
  const { queued, following } = upcomingOf(state)
  return [queued, following].map((part) => part.map(({ track }) => track.id).join('')).join('|')
}

const waiting = (state: PlayOrder | undefined) => state?.queue.map(({ track }) => track.id).join('')

/** The names of the tracks that play after the current one, at most `most` of them. */
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
    expect(playedFrom(withQueued(NOTHING_CHOSEN, [trackNamed('x')], 'last'))).toBe('x')
  })

  test('the track before one of the queue is the one that was left for it', () => {
    const inBetween = stepForward(playingWith('abc', 'b', 'x'))
    expect(nameOf(inBetween)).toBe('x')
    expect(nameOf(inBetween && stepBack(inBetween))).toBe('b')
  })

  test('takes a track as the next one', () => {
    expect(coming(withQueued(playingWith('abc', 'a', 'x'), tracksNamed('uVw'), 'next'))).toBe('uwx|bc')
  })

  test.each<[string, string, keyof Upcoming, number, string]>([
    ['an entry goes up', 'y', 'queued', 0, 'yxz|bcd'],
    ['an entry goes down', 'y', 'queued', 2, 'xzy|bcd'],
    ['an entry goes over several others', 'x', 'queued', 2, 'yzx|bcd'],
    ['above the first it is the first', 'y', 'queued', -1, 'yxz|bcd'],
    ['below the last it is the last', 'y', 'queued', 9, 'xzy|bcd'],
    ['at its own place it stays', 'y', 'queued', 1, 'xyz|bcd'],
    ['one that is gone changes nothing', 'q', 'queued', 1, 'xyz|bcd'],
    ['the rest of the album is sorted as well', 'd', 'following', 0, 'xyz|dbc'],
    ['a track of the album becomes a queued one', 'c', 'queued', 1, 'xcyz|bd'],
    ['a queued one becomes a track of the album', 'y', 'following', 1, 'xz|bycd'],
  ])('%s', (_case, name, group, index, order) => {
    const state = playingWith('abcd', 'a', 'xyz')
    const moved = moveUpcoming(state, [keyOf(state, name)], { group, index })
    expect(coming(moved)).toBe(order)
    expect(playedFrom(moved)).toBe(order.replace('|', ''))
    expect(nameOf(moved)).toBe('a')
  })

  test('several entries are removed at once, of the queue and of the album', () => {
    const state = playingWith('abcd', 'a', 'xyz')
    const left = removeUpcoming(
      state,
      ['x', 'z', 'c'].map((name) => keyOf(state, name)),
    )
    expect(coming(left)).toBe('y|bd')
    expect(playedFrom(left)).toBe('ybd')
    expect(nameOf(left)).toBe('a')
  })

  test.each<[string, keyof Upcoming, number, string]>([
    ['yc', 'queued', 0, 'ycxz|bd'],
    ['yc', 'queued', 9, 'xzyc|bd'],
    ['xyz', 'following', 1, '|bxyzcd'],
    ['zbd', 'following', 0, 'xy|zbdc'],
  ])('the block %s moves to the part „%s“, index %i', (names, group, index, order) => {
    const state = playingWith('abcd', 'a', 'xyz')
    const keys = names.split('').map((name) => keyOf(state, name))
    const moved = moveUpcoming(state, keys, { group, index })
    expect(coming(moved)).toBe(order)
    expect(playedFrom(moved)).toBe(order.replace('|', ''))
  })

  test('an entry that is chosen plays now, and the others keep waiting', () => {
    const queued = playingWith('ab', 'a', 'xyz')
    const state = playUpcoming(queued, keyOf(queued, 'y'))
    expect(nameOf(state)).toBe('y')
    expect(waiting(state)).toBe('xz')
  })

  test('another track of the album ends what came from the queue', () => {
    const state = stepForward(playingWith('abc', 'a', 'xy'))
    const chosen = state && chooseTrack(state, tracksNamed('abc'), trackNamed('c'))
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
    const alone = stepForward(withQueued(NOTHING_CHOSEN, [trackNamed(name)], 'last'))
    const order = alone && withSongList(alone, tracksNamed(songs))
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
        // If a queued track plays, going back leads to the track at `position`, so that the step is not reversed.
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
      const key = state.queue[Math.floor(random() * names.length)]?.key ?? ''
      const to = Math.floor(random() * names.length)
      const moved = moveUpcoming(state, [key], { group: 'queued', index: to })
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
      const after = removed ? removeUpcoming(playingFirst, [removed.key]) : playingFirst
      expect(nameOf(after)).toBe(queue.charAt(0))
      const resumeState = playingFirst.queue.filter((entry) => entry !== removed).map(({ track }) => track.id)
      expect(playedFrom(after)).toBe(`${resumeState.join('')}bc`)
    }
  })
})

describe('what comes', () => {
  test('is the queue, then the rest of the album without what is missing', () => {
    expect(coming(playingWith('abCd', 'a', 'x'))).toBe('x|bd')
    expect(coming(playingWith('abc', 'c', ''))).toBe('|')
  })

  test('begins again behind the last track when all is repeated', () => {
    expect(coming(playing('abcd', 'c', 'all'))).toBe('|dab')
  })

  test('is the shuffled order while shuffled, and exactly what plays', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const shuffled = withShuffle(playingWith('abcdefg', 'c', 'x'), true, seededRandom(seed))
      expect(coming(shuffled).replace('|', '')).toBe(playedFrom(shuffled))
    }
  })

  test('skips to a chosen track of the album; what is queued still comes first', () => {
    const state = playingWith('abcd', 'a', 'x')
    const chosen = playUpcoming(state, keyOf(state, 'c'))
    expect(nameOf(chosen)).toBe('c')
    expect(coming(chosen)).toBe('x|d')
  })

  test('goes on after a track that was played in between', () => {
    const state = playInBetween(playingWith('abc', 'b', 'x'), trackNamed('p'))
    expect(nameOf(state)).toBe('p')
    expect(playedFrom(state)).toBe('xc')
  })

  test('loses a removed track of the album for good, also when shuffle is switched', () => {
    const shuffled = withShuffle(playing('abcd', 'b'), true, seededRandom(2))
    const removed = removeUpcoming(shuffled, [keyOf(shuffled, 'c')])
    expect(coming(removed)).not.toContain('c')
    expect(coming(withShuffle(removed, false))).toBe('|d')
  })

  test('can be cleared: the current track plays to its end, and nothing follows', () => {
    for (const repeat of ['off', 'all'] as const) {
      const cleared = clearUpcoming(playingWith('abcd', 'b', 'xy', repeat))
      expect(nameOf(cleared)).toBe('b')
      expect(coming(cleared)).toBe('|')
    }
    expect(nameOf(stepBack(clearUpcoming(playing('abcd', 'b'))))).toBe('a')
  })

  test('comes back after clearing, with what was queued since', () => {
    const before = playingWith('abcd', 'b', 'xy')
    const after = clearUpcoming(before)
    const queuedSince = withQueued(after, [trackNamed('z')], 'last')
    expect(coming(restoreUpcoming(queuedSince, { before, after }))).toBe('xyz|cd')
    const chosenSince = chooseTrack(after, tracksNamed('mn'), trackNamed('m'))
    expect(coming(restoreUpcoming(chosenSince, { before, after }))).toBe('xy|n')
  })

  test('comes back after rows were removed, each behind the one that was before it', () => {
    const before = playingWith('abcdef', 'a', 'xyz')
    const after = removeUpcoming(
      before,
      ['x', 'y', 'c', 'e'].map((name) => keyOf(before, name)),
    )
    expect(coming(after)).toBe('z|bdf')
    expect(coming(restoreUpcoming(after, { before, after }))).toBe('xyz|bcdef')
    // The current track was behind the removed tracks, so that these are the next to play. A track that was queued
    // meanwhile stays in the queue.
    const played = stepForward(stepForward(after) ?? after) ?? after
    const since = withQueued(played, [trackNamed('q')], 'last')
    expect(nameOf(since)).toBe('b')
    expect(coming(restoreUpcoming(since, { before, after }))).toBe('xyq|cdef')
  })

  test('that was played over while it was removed is the next to play', () => {
    const before = playing('abcd', 'a')
    const after = removeUpcoming(before, [keyOf(before, 'b')])
    const played = stepForward(after) ?? after
    expect(nameOf(played)).toBe('c')
    expect(playedFrom(restoreUpcoming(played, { before, after }))).toBe('bd')
  })

  test.each<Repeat>(['off', 'all'])(
    'loses nothing by removing and taking back, with shuffle switched in between (repeat %s)',
    (repeat) => {
      for (let seed = 1; seed <= 100; seed += 1) {
        const random = seededRandom(seed)
        const shuffled = withShuffle(playingWith('abcdefg', 'c', 'xyz', repeat), random() < 0.5, random)
        const { queued, following } = upcomingOf(shuffled)
        const keys = [...queued, ...following].filter(() => random() < 0.4).map(({ key }) => key)
        const after = removeUpcoming(shuffled, keys)
        expect(restoreUpcoming(after, { before: shuffled, after })).toEqual(shuffled)
        const switched = withShuffle(after, !after.isShuffled, random)
        const back = restoreUpcoming(switched, { before: shuffled, after })
        const comes = upcomingOf(back)
        const upcoming = new Set([...comes.queued, ...comes.following].map(({ key }) => key))
        expect(keys.filter((key) => !upcoming.has(key))).toEqual([])
        expect(back.list.map(({ track }) => track.id).toSorted()).toEqual('abcdefg'.split(''))
        expect(back.order.map(({ track }) => track.id).toSorted()).toEqual('abcdefg'.split(''))
        expect(nameOf(back)).toBe('c')
      }
    },
  )
})
