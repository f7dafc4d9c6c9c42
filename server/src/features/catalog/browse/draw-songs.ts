import { randomInt } from 'node:crypto'
import type { Executor } from '#database/prepared.ts'
import { type DrawnFrom, playableIdsOf } from '../store/listed/album-ids.ts'
import { albumOfSong } from './directory.ts'

/** `count` different random numbers from 0 to below `total`, or all of them when `count` is at least `total`. */
export function drawNumbers(total: number, count: number): number[] {
  const drawn = new Set<number>()
  // When at least half of the numbers are needed, the loop below would often repeat numbers.
  if (count * 2 >= total) return shuffled(Array.from({ length: total }, (_, index) => index)).slice(0, count)
  while (drawn.size < count) drawn.add(randomInt(total))
  return [...drawn]
}

function shuffled(list: number[]): number[] {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    const value = list[index] ?? 0
    list[index] = list[other] ?? 0
    list[other] = value
  }
  return list
}

/** The ids of playable tracks of these albums, drawn so that each track has the same chance. */
export async function drawSongs(
  db: Executor,
  albums: readonly DrawnFrom[],
  before: readonly number[],
  count: number,
): Promise<string[]> {
  const total = before.at(-1) ?? 0
  const places = drawNumbers(total, Math.min(count, total)).map((number) => {
    const index = albumOfSong(before, number)
    return { albumId: albums[index]?.id ?? '', position: number - (before[index] ?? 0) }
  })
  const tracks = await playableIdsOf(db, [...new Set(places.map(({ albumId }) => albumId))])
  return places.flatMap(({ albumId, position }) => tracks.get(albumId)?.[position] ?? [])
}

/**
 * The number of playable tracks before each album. The additional last element is the number of all playable tracks.
 */
export function countsBefore(albums: readonly DrawnFrom[]): number[] {
  const before = [0]
  for (const { playableTracks } of albums) before.push((before.at(-1) ?? 0) + playableTracks)
  return before
}
