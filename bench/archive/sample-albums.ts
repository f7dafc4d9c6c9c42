import type { AlbumType } from '@tonarchiv/contract/catalog'
import { createRandom } from './random.ts'
import { createTitle } from './sample-titles.ts'

export interface SampleAlbum {
  title: string
  type: AlbumType
  releaseYear: number
  isExclusive: boolean
  tracks: { title: string; durationSeconds: number }[]
}

/**
 * Types of albums with their numbers of tracks, which are used in rotation. The five albums of each line have 50 tracks
 * in total. So a page of 15 albums always has 150 tracks, and pages of archives of any size can be compared.
 */
const KINDS: readonly (readonly [type: AlbumType, tracks: number])[] = [
  ...([
    ['album', 14],
    ['single', 2],
    ['ep', 6],
    ['album', 16],
    ['loosies', 12],
  ] as const),
  ...([
    ['album', 13],
    ['feature', 3],
    ['album', 15],
    ['ep', 5],
    ['unreleased', 14],
  ] as const),
  ...([
    ['single', 1],
    ['album', 18],
    ['album', 12],
    ['ep', 7],
    ['loosies', 12],
  ] as const),
  ...([
    ['album', 15],
    ['single', 2],
    ['unreleased', 10],
    ['feature', 4],
    ['album', 19],
  ] as const),
]
const FIRST_YEAR = 1950
const YEARS = 76

/**
 * The albums of an archive with this number of albums, oldest first; every call returns the same. `albums` is a
 * multiple of 5.
 */
export function* sampleAlbums(albums: number): Generator<SampleAlbum> {
  const throws = createRandom(20_250_101)
  const titles = new Set<string>()
  for (let index = 0; index < albums; index += 1) {
    const [type, tracks] = KINDS[index % KINDS.length] ?? ['album', 10]
    yield {
      title: newTitle(titles, () => createTitle(throws)),
      type,
      releaseYear: FIRST_YEAR + throws.below(YEARS),
      isExclusive: throws.below(20) === 0,
      tracks: Array.from({ length: tracks }, () => ({
        title: createTitle(throws),
        durationSeconds: 90 + throws.below(300_000) / 1000,
      })),
    }
  }
}

/** A title that no other album has, ignoring case. */
function newTitle(taken: Set<string>, make: () => string): string {
  for (;;) {
    const title = make()
    const key = title.toUpperCase()
    if (taken.has(key)) continue
    taken.add(key)
    return title
  }
}
