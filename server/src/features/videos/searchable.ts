import type { Video } from '@tonarchiv/contract/videos'
import type { Executor } from '#database/prepared.ts'
import { videosByIds } from './store.ts'
import { toWire } from './to-wire.ts'

/** The searchable texts of videos. */
export async function textsOfVideos(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { title: string }>> {
  return videosByIds(db, ids)
}

/** Videos by id, for members with archive access. */
export async function foundVideos(db: Executor, ids: readonly string[]): Promise<Map<string, Video>> {
  const rows = await videosByIds(db, ids)
  return new Map([...rows].map(([id, row]) => [id, toWire(row)]))
}
