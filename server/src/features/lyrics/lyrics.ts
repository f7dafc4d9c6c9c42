import { lyricsChanged, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { linesOfLyrics, readLyrics } from '@tonarchiv/contract/lyrics-text'
import { notFound } from '@tonarchiv/contract/refusal'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { Caller } from '#access/caller.ts'
import { findTrack } from '#features/catalog/index.ts'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type LyricsRow, replaceLyrics, storedLyrics } from './store.ts'

/** Number of characters of lyrics that the audit log stores. */
const NOTED_LENGTH = 80

/**
 * The lyrics of a track; null when it has none.
 * @throws Refused `notFound`
 */
export async function lyricsOf(
  { db }: Pick<Services, 'db'>,
  trackId: string,
  caller: Pick<Caller, 'isAdmin'>,
): Promise<TrackLyrics | null> {
  await trackOf(db, trackId, { withClosed: caller.isAdmin })
  return toWire((await storedLyrics(db, [trackId])).get(trackId))
}

/** The lyrics of tracks, by the ids of the tracks. Tracks without lyrics are omitted. */
export async function lyricsOfTracks(
  db: Executor,
  trackIds: readonly string[],
): Promise<Map<string, TrackLyrics>> {
  const found = new Map<string, TrackLyrics>()
  for (const [trackId, row] of await storedLyrics(db, trackIds)) {
    const lyrics = toWire(row)
    if (lyrics !== null) found.set(trackId, lyrics)
  }
  return found
}

interface Edit {
  trackId: string
  /** The cleaned text; empty to remove the lyrics. */
  text: string
  /** `updatedAt` of the lyrics that were edited; null if there were none. Undefined replaces lyrics in any state. */
  seen: string | null | undefined
}

/**
 * Stores lyrics that an admin has entered. The same text again changes nothing.
 * @throws Refused `notFound`, `lyricsChanged`
 */
export async function editLyrics(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { trackId, text, seen }: Edit,
): Promise<TrackLyrics | null> {
  const row = await db.transaction().execute(async (trx) => {
    const track = await trackOf(trx, trackId, { withClosed: true })
    const stored = (await storedLyrics(trx, [trackId])).get(trackId)
    const current = toWire(stored)
    if (seen !== undefined && seen !== (current?.updatedAt ?? null)) throw new Refused(lyricsChanged)
    if (text === (stored?.text ?? '')) return stored
    const edited: LyricsRow = { trackId, text, source: 'edited', updatedAt: now().toISOString() }
    if (!(await replaceLyrics(trx, edited, stored))) throw new Refused(lyricsChanged)
    const about = { title: track.title, album: track.album.title }
    await recordAuditEvent(trx, actor, now(), {
      action: 'track.lyrics',
      target: trackId,
      before: { ...about, lyrics: shortened(stored?.text ?? '') },
      after: { ...about, lyrics: shortened(text) },
    })
    return edited
  })
  return toWire(row)
}

/**
 * Finds a track.
 * @throws Refused `notFound`
 */
async function trackOf(db: Executor, trackId: string, options: { withClosed: boolean }) {
  const track = await findTrack(db, trackId, options)
  if (track?.id !== trackId) throw new Refused(notFound)
  return track
}

function toWire(row: LyricsRow | undefined): TrackLyrics | null {
  if (row === undefined || row.text === '') return null
  const { text, source, updatedAt } = row
  return { text, isTimed: readLyrics(text).isTimed, source, updatedAt }
}

/** The beginning of lyrics in one line, without times. */
function shortened(text: string): string {
  const line = linesOfLyrics(text)
    .filter((one) => one.trim() !== '')
    .join(' / ')
  return line.length <= NOTED_LENGTH ? line : `${line.slice(0, NOTED_LENGTH).toWellFormed().trimEnd()}…`
}
