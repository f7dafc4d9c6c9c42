import { type Card, CARD_PEAKS, type CardContent, type CardKind } from '@tonarchiv/contract/cards'
import { UNKNOWN } from '@tonarchiv/contract/catalog'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { waveformsOfTracks } from '#features/analysis/index.ts'
import {
  albumDurations,
  albumsByIds,
  albumsWithPremieres,
  coverUrlOf,
  findTracks,
  type Track,
  trackToWire,
} from '#features/catalog/index.ts'
import { foundPlaylists, visiblePlaylistsOf } from '#features/playlists/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { foundVideos } from '#features/videos/index.ts'
import { reducedPeaks } from './reduced-peaks.ts'

interface Needs {
  db: Executor
  presence: Pick<Presence, 'members'>
}

type Found = ReadonlyMap<string, CardContent>

/**
 * What the caller sees of these cards, in their order. The number of queries does not depend on the number of cards.
 * Without archive access only own playlists are shown, and no answer shows whether something else exists. With a
 * limited scope, tracks, albums and videos outside of the scope have the state `locked`, even if they do not exist.
 */
export async function resolveCards(
  needs: Needs,
  caller: Caller,
  cards: readonly Card[],
): Promise<CardContent[]> {
  const { db } = needs
  const hasAccess = hasKey(caller)
  const isLocked = !hasAccess || caller.scope !== undefined
  const idsOf = (...kinds: CardKind[]) => [
    ...new Set(cards.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
  ]
  const open = (...kinds: CardKind[]) => (hasAccess ? idsOf(...kinds) : [])
  const [tracks, albums, playlists, videos, premieres] = await Promise.all([
    trackContents(db, open('track', 'moment')),
    albumContents(db, open('album')),
    playlistContents(needs, caller, idsOf('playlist')),
    videoContents(db, open('video')),
    premiereContents(db, open('premiere')),
  ])
  const found: Record<CardKind, Found> = {
    track: tracks,
    moment: tracks,
    album: albums,
    playlist: playlists,
    video: videos,
    premiere: premieres,
  }
  return cards.map(
    ({ kind, id }) =>
      found[kind].get(id) ??
      (kind === 'playlist' && hasAccess ? { state: 'hidden' } : { state: isLocked ? 'locked' : 'gone' }),
  )
}

async function trackContents(db: Executor, ids: readonly string[]): Promise<Found> {
  const tracks = await findTracks(db, ids)
  const waveforms = await waveformsOfTracks(db, [...tracks.values()])
  return new Map(
    [...tracks].map(([id, track]) => {
      const waveform = waveforms.get(id)
      const peaks = waveform === undefined ? undefined : reducedPeaks(waveform, CARD_PEAKS)
      return [id, { state: 'shown', track: toWire(track), ...(peaks && { peaks }) }]
    }),
  )
}

function toWire(track: Track): NonNullable<CardContent['track']> {
  return { ...trackToWire(track), albumId: track.album.id }
}

async function albumContents(db: Executor, ids: readonly string[]): Promise<Found> {
  const [albums, durations] = await Promise.all([albumsByIds(db, ids), albumDurations(db, ids)])
  return new Map(
    [...albums].map(([id, { title, artistName, coverName, releaseYear, type, trackCount }]) => [
      id,
      {
        state: 'shown',
        album: {
          id,
          title,
          artist: artistName,
          coverUrl: coverUrlOf(coverName),
          releaseYear: releaseYear ?? UNKNOWN,
          type,
          trackCount,
          duration: durations.get(id) ?? 0,
        },
      },
    ]),
  )
}

async function playlistContents(needs: Needs, caller: Caller, ids: readonly string[]): Promise<Found> {
  const rows = [...(await visiblePlaylistsOf(needs.db, caller, ids)).values()]
  if (rows.length === 0) return new Map()
  const playlists = await foundPlaylists(needs, caller, rows)
  return new Map(
    playlists.map(({ id, title, owner, covers, entryCount, duration }) => [
      id,
      { state: 'shown', playlist: { id, title, owner, covers, entryCount, duration } },
    ]),
  )
}

async function videoContents(db: Executor, ids: readonly string[]): Promise<Found> {
  const videos = ids.length === 0 ? [] : [...(await foundVideos(db, ids)).values()]
  return new Map(
    videos.map(({ id, title, upload_date: uploadDate, duration, thumbnailUrl }) => [
      id,
      { state: 'shown', video: { id, title, uploadDate, duration, thumbnailUrl } },
    ]),
  )
}

/**
 * Premieres that are to come, and albums that have opened. Before that nothing but the title, the time and, unless it is
 * hidden, the cover may be sent, and nothing of a premiere that was called off (docs/security-requirements.md P-10).
 */
async function premiereContents(db: Executor, ids: readonly string[]): Promise<Found> {
  const albums = await albumsWithPremieres(db, ids)
  return new Map(
    albums.flatMap(({ id, title, coverName, opensAt, openedAt, isCovered }) => {
      const time = opensAt ?? openedAt
      if (time === null) return []
      const isOpen = openedAt !== null
      const isHidden = !isOpen && (isCovered === 1 || coverName === null)
      const coverUrl = isHidden ? null : coverUrlOf(coverName)
      return [[id, { state: 'shown', premiere: { id, title, coverUrl, opensAt: time, isOpen } }] as const]
    }),
  )
}
