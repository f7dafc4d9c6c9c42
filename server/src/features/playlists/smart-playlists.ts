import { FIRST_ENTRIES, type PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import {
  type previewRules,
  PREVIEWED_TRACKS,
  SMART_TRACKS_MAX,
  type SmartRules,
} from '@tonarchiv/contract/playlist-rules'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { type Caller, hasKey } from '#access/caller.ts'
import { isAlbumInScope } from '#database/scoped.ts'
import { isMissingReference } from '#database/faults.ts'
import { artistOf, coverUrlOf, findTracks, isPlayable } from '#features/catalog/index.ts'
import type { PlaylistsServices } from './find-visible.ts'
import type { PlaylistRow } from './store/playlists.ts'
import type { RuleContext } from './store/rule-conditions.ts'
import { saveSmartTotals, smartTotalsOf, type SmartTotals } from './store/smart-totals.ts'
import * as store from './store/smart-tracks.ts'
import { MOSAIC } from './to-wire.ts'

/**
 * Number of tracks whose covers are read first for a mosaic. If these tracks have too few different covers, eight times
 * as many are read.
 */
const TRACKS_FOR_COVERS = 8

/**
 * If at least this share of all tracks matches, the first matches are found faster by reading the tracks in their
 * order.
 */
const MANY_SHARE = 0.05

type Needs = Pick<PlaylistsServices, 'db' | 'now'>

function contextOf({ db, now }: Needs, { id }: Pick<Caller, 'id'>): RuleContext {
  return { kind: db.kind, readerId: id, now: now(), isInScope: isAlbumInScope(db, 'tracks.album_id') }
}

/**
 * The tracks that a smart playlist contains for a reader now. Empty without archive access, because rules that match
 * everything would otherwise list the whole archive.
 */
export async function smartTracks(
  needs: Needs,
  caller: Caller,
  rules: SmartRules,
): Promise<readonly store.MatchingRow[]> {
  if (!hasKey(caller)) return []
  const { limit } = rules
  const most = limit?.unit === 'tracks' ? limit.count : SMART_TRACKS_MAX
  const rows = await store.matchingTracks(needs.db, contextOf(needs, caller), rules, most)
  return limit?.unit === 'minutes' ? within(rows, limit.count * 60) : rows
}

/** The first tracks whose total duration is within the limit. */
function within(rows: readonly store.MatchingRow[], seconds: number): readonly store.MatchingRow[] {
  let sum = 0
  const end = rows.findIndex(({ durationSeconds }) => {
    sum += durationSeconds
    return sum > seconds
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * Evaluates a smart playlist for the caller. If the playlist is in the caller's list of playlists, its totals are
 * stored for that list.
 */
export async function openSmart(
  needs: Needs,
  caller: Caller,
  { id, role, isFollowed }: Pick<PlaylistRow, 'id' | 'role' | 'isFollowed'>,
  rules: SmartRules,
): Promise<{ tracks: readonly store.MatchingRow[]; totals: SmartTotals }> {
  const tracks = await smartTracks(needs, caller, rules)
  const totals = {
    entryCount: tracks.length,
    durationSeconds: tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    trackIds: await tracksForMosaic(needs, tracks),
  }
  if (hasKey(caller) && (role === 'owner' || isFollowed === 1))
    await keepTotals(needs, { playlistId: id, userId: caller.id }, totals)
  return { tracks, totals }
}

/** The ids of the first tracks with different covers, at most as many as a mosaic shows. */
async function tracksForMosaic(
  { db }: Needs,
  tracks: readonly Pick<store.MatchingRow, 'id'>[],
): Promise<string[]> {
  const byCover = new Map<string, string>()
  for (let start = 0; start < tracks.length && byCover.size < MOSAIC;) {
    const end = Math.max(TRACKS_FOR_COVERS, start * 8)
    const ids = tracks.slice(start, end).map(({ id }) => id)
    start = end
    const found = await findTracks(db, ids)
    for (const id of ids) {
      const cover = found.get(id)?.album.coverName ?? null
      if (cover !== null && !byCover.has(cover)) byCover.set(cover, id)
    }
  }
  return [...byCover.values()].slice(0, MOSAIC)
}

async function keepTotals(
  { db }: Needs,
  key: { playlistId: string; userId: string },
  totals: SmartTotals,
): Promise<void> {
  const stored = (await smartTotalsOf(db, key.userId, [key.playlistId])).get(key.playlistId)
  if (JSON.stringify(stored) === JSON.stringify(totals)) return
  try {
    await saveSmartTotals(db, key, totals)
  } catch (error) {
    // The playlist or the account was deleted while the rules were evaluated.
    if (!isMissingReference(error)) throw error
  }
}

/**
 * A page of the entries of a smart playlist. The id of an entry is the id of its track. The page begins after the entry
 * `behind`, or after its former position if it no longer matches the rules.
 */
export async function smartEntries(
  needs: Needs,
  caller: Caller,
  tracks: readonly store.MatchingRow[],
  { behind, limit = FIRST_ENTRIES }: { behind?: { sortKey: number; id: string }; limit?: number } = {},
): Promise<PlaylistEntry[]> {
  const last = behind === undefined ? -1 : tracks.findIndex(({ id }) => id === behind.id)
  const start = behind === undefined ? 0 : (last === -1 ? behind.sortKey : last) + 1
  const page = tracks.slice(start, start + limit)
  const ids = page.map(({ id }) => id)
  const [found, plays] = await Promise.all([
    findTracks(needs.db, ids),
    store.ownPlaysOf(needs.db, caller.id, ids),
  ])
  return page.flatMap(({ id, createdAt }, index) => {
    const track = found.get(id)
    // The track was deleted since the rules were evaluated.
    if (track === undefined || !isPlayable(track)) return []
    return {
      id,
      sortKey: start + index,
      addedBy: null,
      addedAt: createdAt,
      title: track.title,
      artist: artistOf(track),
      album: track.album.title,
      coverUrl: coverUrlOf(track.album.coverName),
      duration: track.durationSeconds,
      exclusive: track.album.isExclusive,
      plays: { count: plays.get(id)?.count ?? 0, lastPlayedAt: plays.get(id)?.lastPlayedAt ?? null },
      track: {
        id,
        file: track.fileName,
        ...(track.needsConversion === 1 && { needsConversion: true as const }),
      },
    }
  })
}

/** The number of tracks that match the given rules, which a member is editing, and the first of these tracks. */
export async function previewOf(
  needs: Needs,
  caller: Caller,
  rules: SmartRules,
): Promise<ResponseOf<typeof previewRules>> {
  const { db } = needs
  const context = contextOf(needs, caller)
  const { count, durationSeconds } = await store.countMatching(db, context, rules)
  const total = await store.countPlayableTracks(db)
  const areMany = count >= MANY_SHARE * total
  const rows =
    count === 0 ? [] : await store.matchingTracks(db, context, rules, PREVIEWED_TRACKS, { areMany })
  const ids = rows.map(({ id }) => id)
  const [tracks, plays] = await Promise.all([findTracks(db, ids), store.ownPlaysOf(db, caller.id, ids)])
  return {
    count,
    duration: durationSeconds,
    total,
    first: ids.flatMap((id) => {
      const track = tracks.get(id)
      if (track === undefined) return []
      const { title, durationSeconds: duration, album } = track
      const ownPlays = plays.get(id)?.count ?? 0
      return { id, title, coverUrl: coverUrlOf(album.coverName), duration, ownPlays }
    }),
  }
}
