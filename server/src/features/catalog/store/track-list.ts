import { AlbumTrack, MISSING_MARK } from '@tonarchiv/contract/catalog'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '#database/schema.ts'

type TrackRow = Selectable<Schema['tracks']>

/**
 * Whether a track can be heard: it has a file, and its title does not say that it is missing.
 * See docs/product.md §6.2.
 */
export function isPlayable<T extends { fileName: string | null; title: string }>(
  track: T,
): track is T & { fileName: string } {
  return track.fileName !== null && !track.title.includes(MISSING_MARK)
}

/** The JSON that stands in an album's row: its tracks as members with a key get them. */
export function trackListOf(
  tracks: readonly Pick<TrackRow, 'id' | 'title' | 'fileName' | 'durationSeconds'>[],
): string {
  const list: AlbumTrack[] = tracks.map((track) => ({
    id: track.id,
    title: track.title,
    ...(isPlayable(track) && { file: track.fileName }),
    duration: track.durationSeconds,
  }))
  return JSON.stringify(list)
}

const TrackList = z.array(AlbumTrack)

export function readTrackList(trackList: string | Uint8Array): AlbumTrack[] {
  const json = typeof trackList === 'string' ? trackList : Buffer.from(trackList).toString()
  return z.parse(TrackList, JSON.parse(json))
}
