import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NOTHING_CHOSEN, type PlayOrder } from '../order/play-order.ts'
import { album, first, second, setUp, trackNamed } from './silent-player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// The tracks are of different albums, because tracks of one album would not fade into each other in any case.
const [song, after] = [trackNamed('raumlied'), { ...trackNamed('zweites-raumlied'), album: 'Südlicht' }]
const orderOf = (...tracks: (typeof song)[]): PlayOrder => {
  const entries = tracks.map((track) => ({ key: `entry ${track.id}`, track }))
  return { ...NOTHING_CHOSEN, list: entries, order: entries, position: 0 }
}

/** A player that has played the first track of an album to its fifth second, and now follows a room. */
async function following(options: Parameters<typeof setUp>[0] = {}) {
  const kit = setUp(options)
  await kit.listened(first)
  kit.element.runsTo(5)
  kit.player.setRate(1.5)
  const own = kit.now().order
  kit.player.beginFollowing()
  await kit.settle()
  return { ...kit, own }
}

describe('while a room is followed', () => {
  test('the listener’s own order is set aside and comes back, paused and unchanged', async () => {
    const { player, now, own, settle } = await following()
    expect(now()).toMatchObject({ isFollowing: true, status: 'empty', rate: 1, positionSeconds: 0 })
    expect(now().track).toBeUndefined()
    player.cue(orderOf(song), 3)
    await settle()
    player.endFollowing()
    expect(now()).toMatchObject({ isFollowing: false, status: 'paused', rate: 1.5, positionSeconds: 5 })
    expect(now().order).toBe(own)
    expect(now().track).toBe(first)
  })

  test('a play state that is restored meanwhile waits until the room was left', async () => {
    const { player, now, own, settle } = await following()
    player.cue(orderOf(song), 3)
    await settle()
    player.restore({ order: { ...own, position: 1 }, positionSeconds: 44 })
    expect(now()).toMatchObject({ isFollowing: true, track: song })
    player.endFollowing()
    expect(now()).toMatchObject({ track: second, status: 'paused', positionSeconds: 44, rate: 1.5 })
  })

  test('a track is opened silently at its second, and plays at once when it is due', async () => {
    const { player, element, now, settle, announced } = await following()
    announced.length = 0
    player.cue(orderOf(song), 12)
    expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: false })
    await settle()
    expect([element.src, element.currentTime, element.paused]).toEqual(['/api/stream/raumlied.mp3', 12, true])
    expect(now()).toMatchObject({ status: 'paused', positionSeconds: 12, track: song })
    element.loads(30, 100)
    expect(player.soundNow()).toEqual({ is: 'ready' })
    player.playCued()
    expect(element.paused).toBe(false)
    element.sounds(100)
    expect(player.soundNow()).toEqual({ is: 'playing', audibleSeconds: 12 })
    expect(announced).toEqual(['started raumlied'])
    player.cue(orderOf(after), 0)
    expect(announced).toEqual(['started raumlied', 'paused raumlied'])
  })

  test('the position is not known during a seek', async () => {
    const { player, element, settle } = await following()
    player.cue(orderOf(song), 0)
    await settle()
    element.loads(100)
    element.seeking = true
    expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: false })
  })

  test('the next track is loaded and follows by itself', async () => {
    const { player, element, other, now, settle } = await following()
    player.cue(orderOf(song, after), 0)
    await settle()
    element.loads(100)
    player.playCued()
    element.sounds(100)
    element.runsTo(1)
    element.loads(100)
    await settle()
    expect(other.src).toBe('/api/stream/zweites-raumlied.mp3')
    other.loads(100)
    element.reachesItsEnd()
    expect(now().track).toBe(after)
    expect(now().order.order[now().order.position]?.key).toBe('entry zweites-raumlied')
  })

  test('a loaded track is cued without another request', async () => {
    const { player, element, other, requested, settle } = await following()
    player.cue(orderOf(song, after), 0)
    await settle()
    element.loads(100)
    player.playCued()
    element.sounds(100)
    element.loads(100)
    await settle()
    other.loads(100)
    const before = requested.length
    player.cue(orderOf(after), 0)
    await settle()
    expect(requested).toHaveLength(before)
    expect(player.soundNow()).toEqual({ is: 'ready' })
    expect([element.paused, other.paused]).toEqual([true, true])
  })

  test('corrections of the rate reach the sound, but neither the shown rate nor the stored one', async () => {
    const { player, element, rates, now, settle } = await following()
    player.cue(orderOf(song), 0)
    await settle()
    player.correctRate(1.004)
    expect([element.playbackRate, now().rate]).toEqual([1.004, 1])
    player.setRate(2)
    expect([element.playbackRate, now().rate, rates]).toEqual([1.004, 1, [1.5]])
    player.endFollowing()
    expect(element.playbackRate).toBe(1.5)
    player.correctRate(1.01)
    expect(element.playbackRate).toBe(1.5)
  })

  test('there is no crossfade', async () => {
    const { player, element, beside, settle } = await following({ canFade: true })
    player.setCrossfade(6)
    player.cue(orderOf(song, after), 0)
    await settle()
    element.loads(100)
    player.playCued()
    element.sounds(100)
    element.runsTo(95)
    element.loads(100)
    await settle()
    expect(beside.src).toBe('')
  })

  test('logging out drops the room and what was set aside', async () => {
    const { player, now } = await following()
    player.stop()
    expect(now()).toMatchObject({ isFollowing: false, status: 'empty', rate: 1.5 })
    player.endFollowing()
    expect(now().track).toBeUndefined()
  })
})

test('without a room nothing is cued', async () => {
  const { player, listened, now } = setUp()
  await listened(second)
  player.cue(orderOf(song), 0)
  expect(now().track).toBe(second)
  player.endFollowing()
  expect(now().order.list.map(({ track }) => track)).toEqual(album)
})
