import {
  LATE_PLAY_DAYS,
  PLAY_AFTER_SECONDS,
  type Play,
  playedJustNow,
  type TopTrack,
  type TrackStats,
} from '@tonarchiv/contract/plays'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import {
  findTrack,
  findTracks,
  isPlayable,
  playableToWire,
  textsToWire,
  type Track,
  trackToWire,
} from '#features/catalog/index.ts'
import type { Caller } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/**
 * Maximum time between the beginning of a track and its play. A listener may pause before 30 seconds were listened to.
 */
const STARTED_BEFORE_MS = 24 * 3_600_000

export interface NewPlay {
  trackId: string
  completed: boolean
  startedAt: string | undefined
  /** The time at which the play counted; undefined for now. */
  heardAt?: string | undefined
  endPositionSeconds: number | undefined
}

/**
 * A subscriber to plays. `enqueuePlay` is called in the transaction of each play that counts, `wake` after its commit.
 */
export interface PlayFollower {
  enqueuePlay(
    trx: Kysely<Schema>,
    play: { userId: string; trackId: string; startedAt: Date },
  ): Promise<unknown>
  wake(): void
}

/**
 * Counts a play and stores it with the titles of the archive. A second play of the same track by the same member within
 * the track's duration (at least 30 s) is rejected, even when both are reported at the same time. The times of the
 * plays are compared, not the times of the reports.
 * @throws Refused `notFound`, `playedJustNow`
 */
export async function recordPlay(
  { db, now }: Services,
  caller: Caller,
  recorded: NewPlay,
  follower?: PlayFollower,
): Promise<Play> {
  const track = await findTrack(db, recorded.trackId)
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  const time = momentOf(recorded.heardAt, now())
  const pauseMs = Math.max(PLAY_AFTER_SECONDS, track.durationSeconds) * 1000
  const { artist, album, coverUrl } = textsToWire(track)
  const row = {
    id: newId(),
    userId: caller.id,
    trackId: track.id,
    trackName: track.title,
    artist,
    album,
    coverUrl,
    durationSeconds: track.durationSeconds,
    completed: recorded.completed ? 1 : 0,
    startedAt: recorded.startedAt ?? new Date(time.getTime() - PLAY_AFTER_SECONDS * 1000).toISOString(),
    endPositionSeconds: recorded.endPositionSeconds ?? PLAY_AFTER_SECONDS,
    device: await store.deviceNameOf(db, caller.sessionId),
    playedAt: time.toISOString(),
  }
  await db.transaction().execute(async (trx) => {
    const after = new Date(time.getTime() - pauseMs).toISOString()
    const before = new Date(time.getTime() + pauseMs).toISOString()
    const isCounted =
      (await store.countPersonalPlay(trx, caller.id, track.id, row.playedAt, after)) ||
      (await store.countLatePersonalPlay(trx, caller.id, track.id, { after, before }))
    if (!isCounted) throw new Refused(playedJustNow)
    await store.countPlay(trx, track.id, row.playedAt)
    await store.insertPlay(trx, row)
    await follower?.enqueuePlay(trx, {
      userId: caller.id,
      trackId: track.id,
      startedAt: beginningOf(row.startedAt, time),
    })
  })
  follower?.wake()
  return toWire(row, track)
}

/**
 * The time at which a track began. A time after its play, or more than a day before it, is replaced by a plausible one.
 */
function beginningOf(startedAt: string, heardAt: Date): Date {
  const began = new Date(startedAt)
  const ageMs = heardAt.getTime() - began.getTime()
  return ageMs >= 0 && ageMs <= STARTED_BEFORE_MS
    ? began
    : new Date(heardAt.getTime() - PLAY_AFTER_SECONDS * 1000)
}

/**
 * The time at which a play counted. A device without a connection reports a play later. An implausible time is replaced
 * by the current time.
 */
function momentOf(heardAt: string | undefined, now: Date): Date {
  const moment = new Date(heardAt ?? now)
  const age = now.getTime() - moment.getTime()
  return age >= 0 && age <= LATE_PLAY_DAYS * 24 * 3_600_000 ? moment : now
}

/** The plays of one member, newest first. */
export async function listPlays(
  { db }: Services,
  userId: string,
  page: { limit: number; offset: number; before?: string | undefined },
): Promise<Play[]> {
  const rows = await store.listPlays(db, userId, page)
  const ids = new Set(rows.flatMap(({ trackId }) => trackId ?? []))
  const tracks = await findTracks(db, [...ids])
  return rows.map((row) => toWire(row, row.trackId === null ? undefined : tracks.get(row.trackId)))
}

/** The tracks with the most plays, most played first. */
export async function listTopTracks({ db }: Services, limit: number): Promise<TopTrack[]> {
  const top: TopTrack[] = []
  // Tracks that are not playable are skipped, so several pages of counters may be needed.
  for (let offset = 0; ; offset += limit) {
    const counts = await store.mostPlayed(db, { limit, offset })
    const tracks = await findTracks(
      db,
      counts.map(({ trackId }) => trackId),
    )
    for (const { trackId, count } of counts) {
      top.push(...topTrackOf(tracks.get(trackId), count))
      if (top.length === limit) return top
    }
    if (counts.length < limit) return top
  }
}

/** An entry for a track in a ranking. The list is empty for a track that is not playable. */
export function topTrackOf(track: Track | undefined, count: number): TopTrack[] {
  if (track === undefined || !isPlayable(track)) return []
  return [{ ...trackToWire(track), file: track.fileName, count }]
}

/** The number of plays of a track by all members, or by one member with `userId`. It is 0 for an unknown track. */
export async function statsOf({ db }: Services, idOrFile: string, userId?: string): Promise<TrackStats> {
  const track = await findTrack(db, idOrFile)
  if (track === undefined || !isPlayable(track)) return { count: 0, lastPlayed: null }
  const row = await (userId === undefined
    ? store.countsOf(db, track.id)
    : store.personalCountsOf(db, track.id, userId))
  return { count: row?.count ?? 0, lastPlayed: row?.lastPlayedAt ?? null }
}

/** A play in the shape of the API. `track` is its track in the current state; undefined when it was deleted. */
function toWire(row: store.PlayRow, track: Track | undefined): Play {
  const { title, artist, album, coverUrl } =
    track === undefined ? { ...row, title: row.trackName } : textsToWire(track)
  return {
    id: row.id,
    track_id: row.trackId,
    track_name: title,
    artist,
    album,
    cover_url: coverUrl,
    duration: row.durationSeconds,
    completed: row.completed === 1,
    played_at: row.playedAt,
    track: playableToWire(track),
  }
}

/** The plays of a member, for the account export. */
export const playsExport = {
  name: 'plays',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('plays')
      .select([
        'trackName',
        'artist',
        'album',
        'coverUrl',
        'durationSeconds',
        'completed',
        'startedAt',
        'endPositionSeconds',
        'device',
        'playedAt',
      ])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
}
