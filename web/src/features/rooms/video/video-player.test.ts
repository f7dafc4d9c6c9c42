import { expect, test } from 'vitest'
import { createVideoPlayer, type VideoElement } from './video-player.ts'

const entry = (id: string) => ({ id, durationSeconds: 100, isPlayable: true })
const roomAt = (id: string) => ({
  playback: { entryId: id, isPlaying: true, positionMs: 0, at: 0 },
  entry: entry(id),
  next: undefined,
})
const settled = async () => new Promise((resolve) => setTimeout(resolve))

/** A fake video element whose state is changed by the test. */
function setUp({ file = true, ticket = true } = {}) {
  const element: { -readonly [Key in keyof VideoElement]: VideoElement[Key] } = {
    src: '',
    poster: '',
    currentTime: 0,
    playbackRate: 1,
    preservesPitch: true,
    paused: true,
    ended: false,
    seeking: false,
    readyState: 0,
    error: null,
    play() {
      element.paused = false
      return refusal === undefined ? Promise.resolve() : Promise.reject(refusal)
    },
    pause() {
      element.paused = true
    },
  }
  let refusal: unknown
  const addresses: string[] = []
  const player = createVideoPlayer({
    element,
    videoOf: (id) =>
      id === 'locked' ? undefined : { url: `/stream/${id}`, file_path: '', thumbnailUrl: `/thumbnail/${id}` },
    addressOf: ({ url }) =>
      file
        ? (isFresh) => {
            addresses.push(isFresh ? 'fresh' : 'known')
            return isFresh && !ticket
              ? Promise.reject(new Error('offline'))
              : isFresh
                ? Promise.resolve(url)
                : url
          }
        : undefined,
    posterOf: (url) => `${url}?w=1280`,
  })
  return { element, player, addresses, refuse: (failure: unknown) => void (refusal = failure) }
}

test('a video is opened where the room is, and ready when it has data', () => {
  const { element, player } = setUp()
  expect(player.soundNow()).toEqual({ is: 'closed' })
  player.cue(roomAt('a'), 12)
  expect([element.src, element.poster, element.currentTime]).toEqual(['/stream/a', '/thumbnail/a?w=1280', 12])
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: false })
  element.readyState = 4
  expect(player.soundNow()).toEqual({ is: 'ready' })
})

test('it counts as playing once its picture moves, also after it had no data', () => {
  const { element, player } = setUp()
  player.cue(roomAt('a'), 12)
  element.readyState = 4
  player.play()
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: true })
  element.currentTime = 12.04
  expect(player.soundNow()).toEqual({ is: 'playing', audibleSeconds: 12.04 })
  element.readyState = 2
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: true })
  element.readyState = 4
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: true })
  element.currentTime = 12.08
  expect(player.soundNow()).toEqual({ is: 'playing', audibleSeconds: 12.08 })
  player.seek(50)
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: true })
})

test('a browser that refuses to play needs a press', async () => {
  const { element, player, refuse } = setUp()
  player.cue(roomAt('a'), 0)
  element.readyState = 4
  refuse(new DOMException('no press', 'NotAllowedError'))
  player.play()
  await settled()
  expect(player.needsPress()).toBe(true)
  refuse(undefined)
  player.play()
  await settled()
  expect(player.needsPress()).toBe(false)
})

test('a file that has failed is requested again with a new ticket', async () => {
  const { element, player, addresses } = setUp()
  player.cue(roomAt('a'), 0)
  element.error = { code: 2 }
  expect(player.soundNow()).toEqual({ is: 'closed' })
  element.error = null
  player.cue(roomAt('a'), 3)
  expect(player.soundNow()).toEqual({ is: 'loading', isToPlay: false })
  player.play()
  await settled()
  expect(addresses).toEqual(['known', 'fresh'])
  expect([element.currentTime, element.paused]).toEqual([3, false])
})

test('an address that arrives for an earlier entry is not opened', async () => {
  const { element, player } = setUp()
  player.cue(roomAt('a'), 0)
  player.cue(roomAt('a'), 0)
  player.cue(roomAt('b'), 7)
  await settled()
  expect([element.src, player.entryId()]).toEqual(['/stream/b', 'b'])
})

test('what has no file, no ticket or is locked is closed', async () => {
  const noFile = setUp({ file: false })
  noFile.player.cue(roomAt('a'), 0)
  expect(noFile.player.soundNow()).toEqual({ is: 'closed' })
  const locked = setUp()
  locked.player.cue(roomAt('locked'), 0)
  expect(locked.player.soundNow()).toEqual({ is: 'closed' })
  const offline = setUp({ ticket: false })
  offline.player.cue(roomAt('a'), 0)
  offline.player.cue(roomAt('a'), 0)
  await settled()
  expect(offline.player.soundNow()).toEqual({ is: 'closed' })
})

test('a correction changes the speed without keeping the pitch, and the end of a video is not a lack of data', () => {
  const { element, player } = setUp()
  player.cue(roomAt('a'), 0)
  player.correctRate(1.02)
  expect([element.playbackRate, element.preservesPitch]).toEqual([1.02, false])
  element.readyState = 2
  element.ended = true
  expect(player.soundNow()).toEqual({ is: 'ready' })
})
