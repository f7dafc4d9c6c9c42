import { ToServer } from '@tonarchiv/contract/realtime'
import { expect, test } from 'vitest'
import { createStatusSender, ownStatus, type OwnActivity } from './own-status.ts'

const track = { id: 't1', title: 'Abfahrt', artist: 'Nordlicht Süd' }

test.each([
  ['/archive', 'Im Archiv'],
  ['/chat', 'Im Chat'],
  ['/videos', 'Schaut Videos'],
  ['/', null],
  ['/settings', null],
  ['/archivex', null],
])('on %s others read %s', (path, status) => {
  expect(ownStatus({ path, track: undefined, isPlaying: false })).toEqual({
    type: 'userStatus',
    customStatus: status,
    currentTrack: null,
    isPlaying: false,
  })
})

test('the playing track is sent, and that it was paused', () => {
  expect(ownStatus({ path: '/', track, isPlaying: true })).toMatchObject({
    currentTrack: track,
    isPlaying: true,
  })
  expect(ownStatus({ path: '/', track, isPlaying: false })).toMatchObject({
    currentTrack: track,
    isPlaying: false,
  })
})

test('a long title is shortened to what the server accepts', () => {
  const long = { id: 't', title: 'ä'.repeat(300), artist: '🎵'.repeat(300) }
  expect(ToServer.safeParse(ownStatus({ path: '/chat', track: long, isPlaying: true })).success).toBe(true)
})

test('each change is sent once, and the whole status to a new connection', () => {
  const lastSent: unknown[] = []
  const sender = createStatusSender((status) => lastSent.push([status.customStatus, status.isPlaying]))
  const activity: OwnActivity = { path: '/chat', track, isPlaying: true }
  sender.again()
  sender.publish(activity)
  sender.publish({ ...activity })
  sender.publish({ ...activity, isPlaying: false })
  sender.again()
  expect(lastSent).toEqual([
    ['Im Chat', true],
    ['Im Chat', false],
    ['Im Chat', false],
  ])
})

test('a track that was restored after a reload is not sent before it plays', () => {
  const lastSent: unknown[] = []
  const sender = createStatusSender(({ currentTrack }) => lastSent.push(currentTrack))
  sender.publish({ path: '/', track, isPlaying: false })
  sender.again()
  expect(lastSent).toEqual([null, null])
  sender.publish({ path: '/', track, isPlaying: true })
  sender.publish({ path: '/', track, isPlaying: false })
  sender.publish({ path: '/', track: { ...track, id: 't2' }, isPlaying: false })
  expect(lastSent.slice(2)).toEqual([track, track, null])
})

test('the position is read anew whenever the status is sent, and is never the reason for that', () => {
  const positions: unknown[] = []
  const sender = createStatusSender(({ position }) => positions.push(position?.seconds))
  let seconds = 5
  const activity: OwnActivity = {
    path: '/',
    track,
    isPlaying: true,
    readPosition: () => ({ seconds, rate: 1 }),
  }
  sender.publish(activity)
  seconds = 12
  sender.publish(activity)
  sender.again()
  seconds = 100_000
  sender.again()
  seconds = Number.NaN
  sender.again()
  sender.publish({ ...activity, isPlaying: false })
  expect(positions).toEqual([5, 12, 86_400, undefined, undefined])
})
