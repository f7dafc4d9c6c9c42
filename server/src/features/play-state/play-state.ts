import { playStateChanged, SavedPlayState, type getPlayState } from '@tonarchiv/contract/play-state'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { Kysely } from 'kysely'
import type { Caller } from '#access/caller.ts'
import type { Schema } from '#database/schema.ts'
import { findTracks } from '#features/catalog/index.ts'
import { deviceNameOf } from '#features/plays/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { idsIn, withKnownTracks } from './known-tracks.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

export const NOTHING: SavedPlayState = {
  list: [],
  queued: [],
  in_between: null,
  order: null,
  position: -1,
  source: null,
  repeat: 'off',
  shuffled: false,
  position_seconds: 0,
}

/**
 * Saves the play state of an account. Tracks that do not exist are omitted.
 * @throws Refused `playStateChanged` when another device has saved a state since this revision
 */
export async function savePlayState(
  { db, now }: Services,
  caller: Caller,
  { revision, state }: { revision: number; state: SavedPlayState | null },
): Promise<{ revision: number; dropped: number }> {
  const given = state ?? NOTHING
  const tracks = await findTracks(db, idsIn(given))
  const known = withKnownTracks(given, (id) => tracks.has(id))
  const saved = {
    userId: caller.id,
    positionSeconds: known.state.position_seconds,
    device: await deviceNameOf(db, caller.sessionId),
    savedAt: now().toISOString(),
  }
  return db.transaction().execute(async (trx) => {
    const next = await store.saveState(trx, revision, saved)
    if (next === undefined) throw new Refused(playStateChanged)
    await store.saveQueue(trx, caller.id, JSON.stringify(known.state))
    return { revision: next, dropped: known.dropped }
  })
}

/**
 * Saves only the position of the play state.
 * @throws Refused `playStateChanged` when another device has saved a state since this revision
 */
export async function savePlayPosition(
  { db, now }: Services,
  caller: Caller,
  { revision, positionSeconds }: { revision: number; positionSeconds: number },
): Promise<void> {
  const device = await deviceNameOf(db, caller.sessionId)
  const saved = { userId: caller.id, positionSeconds, device, savedAt: now().toISOString() }
  if (!(await store.savePosition(db, revision, saved))) throw new Refused(playStateChanged)
}

/** The play state of an account, with the current data of its tracks. */
export async function readPlayState(
  { db }: Services,
  userId: string,
): Promise<ResponseOf<typeof getPlayState>> {
  const row = await store.readState(db, userId)
  if (row === undefined) return { revision: 0, state: null }
  const saved = { ...SavedPlayState.parse(JSON.parse(row.queue)), position_seconds: row.positionSeconds }
  const tracks = await findTracks(db, idsIn(saved))
  const known = withKnownTracks(saved, (id) => tracks.has(id))
  return { revision: row.revision, state: toWire(known, tracks, row) }
}

/** The play state of an account, for its export. */
export const playStateExport = {
  name: 'playState',
  read: async (db: Kysely<Schema>, userId: string) => {
    const row = await store.readState(db, userId)
    if (row === undefined) return null
    const { queue, positionSeconds, device, savedAt } = row
    return { queue, positionSeconds, device, savedAt }
  },
}
