import { expect, test } from 'vitest'
import { type Collection, newCollection } from './collection.ts'
import { viewOf } from './view.ts'

const DAY = 24 * 3_600_000

function album(title: string, files: Record<string, number>, more: Partial<Collection> = {}): Collection {
  const tracks = Object.entries(files).map(([version, sizeBytes]) => ({
    trackId: version,
    file: `${version}.mp3`,
    version,
    sizeBytes,
    coverUrl: '',
  }))
  const content = { kind: 'favorites' as const, favorites: [] }
  const read = { readAt: 0, content, tracks, withoutCopy: 0, coverUrls: [] }
  return { ...newCollection({ kind: 'album', id: title }, title, 0), read, ...more }
}

const complete = (...versions: string[]) =>
  versions.map((version) => ({
    version,
    file: `${version}.mp3`,
    sizeBytes: 100,
    mimeType: 'audio/mpeg',
    isComplete: true,
  }))

const show = (
  collections: Collection[],
  {
    files = complete(),
    partial = new Map<string, number>(),
    waitReason,
  }: Partial<Parameters<typeof viewOf>[0]> & { waitReason?: 'connection' } = {},
) => viewOf({ account: undefined, collections, files, partial }, { time: 0, waitReason })

test('progress counts whole files and the part of the one that is loading', () => {
  const { collections } = show([album('A', { a: 100, b: 100 })], {
    files: complete('a'),
    partial: new Map([['b', 50]]),
  })
  expect(collections[0]).toMatchObject({
    status: { is: 'loading', share: 0.75 },
    tracks: 2,
    readyTracks: 1,
    sizeBytes: 200,
    receivedBytes: 150,
  })
})

test('a file that two collections contain counts once in all', () => {
  const view = show([album('A', { a: 100, b: 100 }), album('B', { b: 100 })], { files: complete('a', 'b') })
  expect(view.receivedBytes).toBe(200)
  expect(view.collections.map(({ status }) => status)).toEqual([{ is: 'ready' }, { is: 'ready' }])
})

test('tracks are here, loading or waiting', () => {
  const { files } = show([album('A', { a: 100, b: 100, c: 100 })], {
    files: complete('a'),
    partial: new Map([['b', 20]]),
  })
  expect([...files].map(([file, { state, share }]) => [file, state, share])).toEqual([
    ['a.mp3', 'ready', 1],
    ['b.mp3', 'loading', 0.2],
    ['c.mp3', 'waiting', 0],
  ])
})

test.each<[string, Partial<Collection>, object]>([
  ['paused', { isPaused: true }, { is: 'paused', share: 0 }],
  ['without space', { isFull: true }, { is: 'full', share: 0 }],
  ['waiting', {}, { is: 'waiting', share: 0, for: 'connection' }],
])('one that is %s says so', (_case, state, status) => {
  const { collections } = show([album('A', { a: 100 }, state)], { waitReason: 'connection' })
  expect(collections[0]?.status).toEqual(status)
})

test('what is complete is ready, also paused or without a connection; what is removed is not shown', () => {
  const { collections, files } = show(
    [album('A', { a: 100 }, { isPaused: true }), album('B', { b: 100 }, { removedAt: 1 })],
    { files: complete('a', 'b'), waitReason: 'connection' },
  )
  expect(collections.map(({ title, status }) => [title, status])).toEqual([['A', { is: 'ready' }]])
  expect([...files.keys()]).toEqual(['a.mp3'])
})

test('after thirty days without contact it says since when the copies are locked', () => {
  const account = { key: 'account', format: 1, userId: 'mara', lastContactAt: 0, latestAt: 0 } as const
  const at = (days: number) => {
    const records = { account, collections: [], files: [], partial: new Map<string, number>() }
    const { lockedSince, daysLeft, locksAt } = viewOf(records, { time: days * DAY, waitReason: undefined })
    return { lockedSince, daysLeft, locksAt }
  }
  expect(at(1)).toEqual({ locksAt: 30 * DAY, lockedSince: undefined, daysLeft: undefined })
  expect(at(28)).toMatchObject({ daysLeft: 2 })
  expect(at(31)).toMatchObject({ lockedSince: 30 * DAY, daysLeft: undefined })
})
