import { ALBUM_PAGE_SIZE, ALBUM_TYPES, getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { titleKeyOf } from '../../server/src/features/catalog/store/title-key.ts'
import { createRandom } from '../archive/random.ts'
import { COLUMNS, type ComparedCall, compareCalls, growthGoal, toFloorGoal } from './compared-calls.ts'
import type { Part } from './part.ts'

const DIFFERENT = 500

const calls: readonly ComparedCall[] = [
  {
    name: 'first page of 15',
    questions: () => [{ product: listAlbums.path, floor: '/page/0' }],
  },
  {
    name: 'page far down',
    questions: ({ albums }) => {
      const throws = createRandom(3)
      return Array.from({ length: DIFFERENT }, () => {
        const offset =
          Math.floor((0.7 + throws.below(250) / 1000) * (albums / ALBUM_PAGE_SIZE)) * ALBUM_PAGE_SIZE
        return { product: urlOf(listAlbums, { query: { offset } }), floor: `/page/${offset}` }
      })
    },
  },
  {
    name: 'page far down, sorted by title',
    questions: ({ albums }) => {
      const throws = createRandom(7)
      return Array.from({ length: DIFFERENT }, () => {
        const offset =
          Math.floor((0.7 + throws.below(250) / 1000) * (albums / ALBUM_PAGE_SIZE)) * ALBUM_PAGE_SIZE
        return {
          product: urlOf(listAlbums, { query: { offset, sort: 'title' } }),
          floor: `/sorted/${offset}`,
        }
      })
    },
  },
  {
    name: 'page of one type',
    questions: () =>
      ALBUM_TYPES.map((type) => ({
        product: urlOf(listAlbums, { query: { type } }),
        floor: `/type/${type}`,
      })),
  },
  {
    name: 'newest uploads',
    questions: () => [{ product: urlOf(listAlbums, { query: { sort: 'newest' } }), floor: '/newest/0' }],
  },
  {
    name: 'album by title',
    questions: ({ titles }) => {
      const throws = createRandom(5)
      return Array.from({ length: DIFFERENT }, () => {
        const albumTitel = titles[throws.below(titles.length)] ?? ''
        return {
          product: urlOf(getAlbum, { params: { albumTitel } }),
          floor: `/album/${encodeURIComponent(titleKeyOf(albumTitel))}`,
        }
      })
    },
  },
]

/** Pages of the archive and single albums, compared with the floor and between archives of two sizes. */
export const measureAlbums: Part = async ({ archives, runFolder }) => {
  const comparisons = await compareCalls(archives, runFolder, calls)
  return {
    tables: [{ heading: 'Albums', columns: COLUMNS, rows: comparisons.flatMap(({ rows }) => rows) }],
    goals: [
      ...comparisons.map(toFloorGoal),
      ...comparisons.filter(({ name }) => name !== 'album by title').map(growthGoal),
    ],
  }
}
