import { expect, test } from 'vitest'
import { type Collection, newCollection } from '../copies/collection.ts'
import { nextStep, unusedVersions } from './plan.ts'

function album(id: string, versions: string[], more: Partial<Collection> = {}): Collection {
  const tracks = versions.map((version) => ({
    trackId: version,
    file: `${version}.mp3`,
    version,
    sizeBytes: 1,
    coverUrl: '',
  }))
  const content = { kind: 'favorites' as const, favorites: [] }
  const read = { readAt: 0, content, tracks, withoutCopy: 0, coverUrls: [] }
  return { ...newCollection({ kind: 'album', id }, id, 0), read, ...more }
}
const complete = (...versions: string[]) =>
  new Map(versions.map((version) => [version, { isComplete: true }]))
const none = new Set<string>()

test('collections are loaded one after the other, a file that several contain once', () => {
  const collections = [album('A', ['1', '2']), album('B', ['2', '3'])]
  expect(nextStep(collections, complete(), none)).toMatchObject({ do: 'load', track: { version: '1' } })
  expect(nextStep(collections, complete('1'), none)).toMatchObject({ track: { version: '2' } })
  expect(nextStep(collections, complete('1', '2'), none)).toMatchObject({
    collection: { title: 'B' },
    track: { version: '3' },
  })
  expect(nextStep(collections, complete('1', '2', '3'), none)).toEqual({ do: 'rest' })
})

test.each<[string, Partial<Collection>]>([
  ['paused', { isPaused: true }],
  ['without space', { isFull: true }],
  ['removed', { removedAt: 1 }],
])('one that is %s does not hold up the others', (_case, state) => {
  const step = nextStep([album('A', ['1'], state), album('B', ['2'])], complete(), none)
  expect(step).toMatchObject({ do: 'load', track: { version: '2' } })
})

test('a collection is read before it is loaded; what has failed is left out', () => {
  const unread = newCollection({ kind: 'favorites' }, 'Lieblingssongs', 0)
  expect(nextStep([unread], complete(), none)).toMatchObject({ do: 'read', collection: unread })
  const step = nextStep([unread, album('B', ['2', '3'])], complete(), new Set(['favorites', '2']))
  expect(step).toMatchObject({ track: { version: '3' } })
})

test('files are kept as long as a collection refers to them, also one whose removal can be taken back', () => {
  const collections = [album('A', ['1', '2']), album('B', ['2', '3'], { removedAt: 1 })]
  expect(unusedVersions(collections, ['1', '2', '3', '4'])).toEqual(['4'])
  expect(unusedVersions(collections.slice(0, 1), ['1', '2', '3'])).toEqual(['3'])
})
