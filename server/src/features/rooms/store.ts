import { PREMIERES_MAX } from '@tonarchiv/contract/premieres'
import { ROOMS_MAX } from '@tonarchiv/contract/rooms'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { enterRoomConversation, insertRoomConversation, leaveRoomConversation } from '#features/chat/index.ts'
import type { Entry, Room } from './room.ts'

type RoomRow = Selectable<Schema['listeningRooms']>

/** Maximum number of open rooms of premieres that one sweep reads. It is larger than the number of listed premieres. */
const PREMIERES_KEPT = 10 * PREMIERES_MAX
/** Maximum number of members that one sweep finds. */
const DUE_MAX = 1000
/** Maximum number of ended rooms that one run of the cleanup deletes. */
const DELETED_AT_ONCE = 500

const upsertEntries = insertRows<Schema['roomEntries']>(
  'room_entries',
  {
    id: 'text',
    roomId: 'text',
    trackId: 'text',
    videoId: 'text',
    durationMs: 'double precision',
    addedBy: 'text',
    sortKey: 'integer',
    isProposal: 'integer',
  },
  'on conflict (id) do update set sort_key = excluded.sort_key, is_proposal = excluded.is_proposal',
)
const upsertSeats = insertRows<Schema['roomSeats']>(
  'room_seats',
  {
    roomId: 'text',
    userId: 'text',
    holderId: 'text',
    joinedAt: 'double precision',
    seenAt: 'double precision',
  },
  'on conflict (room_id, user_id) do update set' +
    ' holder_id = excluded.holder_id, joined_at = excluded.joined_at, seen_at = excluded.seen_at',
)
const insertVotes = insertRows<Schema['roomVotes']>('room_votes', {
  entryId: 'text',
  userId: 'text',
  roomId: 'text',
})

/** Reads a room. With `isLocked` other changes of it wait for the end of the transaction. */
export async function findRoom(db: Executor, id: string, isLocked = false): Promise<Room | undefined> {
  const row = isLocked
    ? await db
        .updateTable('listeningRooms')
        .set((eb) => ({ revision: eb.ref('revision') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
    : await db.selectFrom('listeningRooms').selectAll().where('id', '=', id).executeTakeFirst()
  const [room] = row === undefined ? [] : await withRows(db, [row])
  return room
}

/** The rooms that have not ended, without those of premieres, the newest first. */
export async function openRooms(db: Executor, limit: number): Promise<Room[]> {
  const rows = await db
    .selectFrom('listeningRooms')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('mode', '<>', 'premiere')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return withRows(db, rows)
}

/**
 * Ended rooms in which an account was, without those of premieres, the last ended first. `people` of such a room are
 * all members who were in it.
 */
export async function endedRoomsOf(
  db: Executor,
  userId: string,
  { since, limit }: { since: number; limit: number },
): Promise<Room[]> {
  const rows = await db
    .selectFrom('listeningRooms')
    .innerJoin('roomSeats', 'roomSeats.roomId', 'listeningRooms.id')
    .selectAll('listeningRooms')
    .where('roomSeats.userId', '=', userId)
    .where('listeningRooms.endedAt', '>', since)
    .where('listeningRooms.mode', '<>', 'premiere')
    .orderBy('listeningRooms.endedAt', 'desc')
    .limit(limit)
    .execute()
  return withRows(db, rows, { isOver: true })
}

async function withRows(db: Executor, rows: readonly RoomRow[], { isOver = false } = {}): Promise<Room[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const seats = db.selectFrom('roomSeats').select(['roomId', 'userId', 'joinedAt']).where('roomId', 'in', ids)
  // One after the other, because a transaction has one connection.
  const entries = await db.selectFrom('roomEntries').selectAll().where('roomId', 'in', ids).execute()
  const votes = await db.selectFrom('roomVotes').selectAll().where('roomId', 'in', ids).execute()
  const people = await (isOver ? seats : seats.where('holderId', 'is not', null))
    .orderBy('joinedAt')
    .orderBy('userId')
    .execute()
  const entriesOf = Map.groupBy(entries, ({ roomId }) => roomId)
  const votesOf = Map.groupBy(votes, ({ roomId }) => roomId)
  const peopleOf = Map.groupBy(people, ({ roomId }) => roomId)
  return rows.map((row) => ({
    ...row,
    isPlaying: row.isPlaying === 1,
    entries: (entriesOf.get(row.id) ?? []).map(toEntry),
    votes: (votesOf.get(row.id) ?? []).map(({ entryId, userId }) => ({ entryId, userId })),
    people: (peopleOf.get(row.id) ?? []).map(({ userId, joinedAt }) => ({ userId, joinedAt })),
  }))
}

function toEntry({
  id,
  trackId,
  videoId,
  durationMs,
  addedBy,
  sortKey,
  isProposal,
}: Selectable<Schema['roomEntries']>): Entry {
  return { id, trackId, videoId, durationMs, addedBy, sortKey, isProposal: isProposal === 1 }
}

const selectPremiereRoom = prepared<{ id: string }, RoomRow>((db, slot) =>
  db.selectFrom('listeningRooms').selectAll().where('id', '=', slot('id')).where('mode', '=', 'premiere'),
)
const selectEntries = prepared<{ id: string }, Selectable<Schema['roomEntries']>>((db, slot) =>
  db.selectFrom('roomEntries').selectAll().where('roomId', '=', slot('id')),
)

/**
 * The room of a premiere without its members, who may be a thousand: `people` is empty. Nothing in such a room depends
 * on them.
 */
export async function findPremiereRoom(db: Executor, id: string): Promise<Room | undefined> {
  const [row] = await selectPremiereRoom(db, { id })
  if (row === undefined) return undefined
  const entries = await selectEntries(db, { id })
  return { ...row, isPlaying: row.isPlaying === 1, entries: entries.map(toEntry), votes: [], people: [] }
}

const selectCounts = prepared<{ id: string }, { visitors: number | string; present: number | string }>(
  (db, slot) =>
    db
      .selectFrom('roomSeats')
      .select((eb) => [eb.fn.countAll().as('visitors'), eb.fn.count('holderId').as('present')])
      .where('roomId', '=', slot('id')),
)

/** The number of members who are in a room, and of all who are or were in it. */
export async function countPeople(
  db: Executor,
  roomId: string,
): Promise<{ visitors: number; present: number }> {
  const [counts = { visitors: 0, present: 0 }] = await selectCounts(db, { id: roomId })
  return { visitors: Number(counts.visitors), present: Number(counts.present) }
}

/** The number of open rooms that members have opened. */
export async function countOpenRooms(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('listeningRooms')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('endedAt', 'is', null)
    .where('mode', '<>', 'premiere')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The ids among `roomIds` of rooms in which an account is or was. */
export async function roomsOfSeats(
  db: Executor,
  roomIds: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const seats = await db
    .selectFrom('roomSeats')
    .select('roomId')
    .where('roomId', 'in', roomIds)
    .where('userId', '=', userId)
    .execute()
  return new Set(seats.map(({ roomId }) => roomId))
}

/** The room in which an account is. */
export async function roomIdOf(db: Executor, userId: string): Promise<string | undefined> {
  const seat = await db
    .selectFrom('roomSeats')
    .select('roomId')
    .where('holderId', '=', userId)
    .executeTakeFirst()
  return seat?.roomId
}

/** The open rooms of these hosts. */
export async function hostedBy(db: Executor, userIds: readonly string[]) {
  return db
    .selectFrom('listeningRooms')
    .select(['id', 'hostId'])
    .where('hostId', 'in', userIds)
    .where('endedAt', 'is', null)
    .limit(ROOMS_MAX)
    .execute()
}

const rowOf = ({ entries: _entries, votes: _votes, people: _people, ...row }: Room): RoomRow => ({
  ...row,
  isPlaying: row.isPlaying ? 1 : 0,
})

export async function insertRoom(trx: Executor, room: Room, now: number): Promise<void> {
  await trx.insertInto('listeningRooms').values(rowOf(room)).execute()
  await insertRoomConversation(trx, { id: room.id, createdAt: new Date(room.createdAt).toISOString() })
  await saveParts(trx, { ...room, entries: [], votes: [], people: [] }, room, now)
}

/** Stores what has changed in a room that the transaction has locked. */
export async function saveRoom(trx: Executor, before: Room, after: Room, now: number): Promise<void> {
  await trx.updateTable('listeningRooms').set(rowOf(after)).where('id', '=', after.id).execute()
  await saveParts(trx, before, after, now)
}

async function saveParts(trx: Executor, before: Room, after: Room, now: number): Promise<void> {
  const roomId = after.id
  const stored = new Map(before.entries.map((entry) => [entry.id, entry]))
  const left = new Set(after.entries.map(({ id }) => id))
  const changed = after.entries.filter((entry) => {
    const old = stored.get(entry.id)
    return old?.sortKey !== entry.sortKey || old.isProposal !== entry.isProposal
  })
  await upsertEntries(
    trx,
    changed.map(({ id, trackId, videoId, durationMs, addedBy, sortKey, isProposal }) => ({
      id,
      roomId,
      trackId,
      videoId,
      durationMs,
      addedBy,
      sortKey,
      isProposal: isProposal ? 1 : 0,
    })),
  )
  const keyOf = ({ entryId, userId }: Room['votes'][number]) => `${entryId} ${userId}`
  const votes = new Set(after.votes.map(keyOf))
  const storedVotes = new Set(before.votes.map(keyOf))
  for (const vote of before.votes.filter((one) => !votes.has(keyOf(one)) && left.has(one.entryId)))
    await trx
      .deleteFrom('roomVotes')
      .where('entryId', '=', vote.entryId)
      .where('userId', '=', vote.userId)
      .execute()
  const removed = before.entries.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  if (removed.length > 0) await trx.deleteFrom('roomEntries').where('id', 'in', removed).execute()
  await insertVotes(
    trx,
    after.votes
      .filter((one) => !storedVotes.has(keyOf(one)))
      .map(({ entryId, userId }) => ({ entryId, userId, roomId })),
  )
  const here = new Set(after.people.map(({ userId }) => userId))
  const wasHere = new Set(before.people.map(({ userId }) => userId))
  const gone = before.people.filter(({ userId }) => !here.has(userId)).map(({ userId }) => userId)
  if (gone.length > 0)
    await trx
      .updateTable('roomSeats')
      .set({ holderId: null })
      .where('roomId', '=', roomId)
      .where('userId', 'in', gone)
      .execute()
  await leaveRoomConversation(trx, roomId, { userIds: gone, at: new Date(now).toISOString() })
  const joined = after.people.filter(({ userId }) => !wasHere.has(userId))
  await enterRoomConversation(
    trx,
    roomId,
    joined.map(({ userId }) => userId),
  )
  await upsertSeats(
    trx,
    joined.map(({ userId, joinedAt }) => ({ roomId, userId, holderId: userId, joinedAt, seenAt: now })),
  )
}

/** Notes that these accounts still follow the room in which they are. */
export async function markSeen(db: Executor, userIds: readonly string[], now: number): Promise<void> {
  if (userIds.length === 0) return
  await db.updateTable('roomSeats').set({ seenAt: now }).where('holderId', 'in', userIds).execute()
}

/** The hosts of open rooms, and since when rooms are empty. */
export async function endsOfOpenRooms(db: Executor) {
  return db
    .selectFrom('listeningRooms')
    .select(['id', 'mode', 'hostId', 'emptySince', 'playedRevision'])
    .where('endedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(ROOMS_MAX + PREMIERES_KEPT)
    .execute()
}

/** Members of open rooms who were not seen since this time. */
export async function unseenMembers(db: Executor, unseenBefore: number) {
  return db
    .selectFrom('roomSeats')
    .select(['roomId', 'userId'])
    .where('holderId', 'is not', null)
    .where('seenAt', '<', unseenBefore)
    .limit(DUE_MAX)
    .execute()
}

/** Some rooms that ended before this time; those of premieres stay as long as their album. */
export async function endedBefore(db: Executor, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listeningRooms')
    .select('id')
    .where('endedAt', '<', before)
    .where('mode', '<>', 'premiere')
    .limit(DELETED_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteRoom(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('listeningRooms').where('id', '=', id).execute()
}

/** Makes other transactions that open a room wait: the number of rooms is limited. */
export async function lockRooms(trx: Executor, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7019)`.execute(trx)
}

/** Whether the room with this id is that of a premiere. */
export async function isPremiereRoom(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('listeningRooms')
    .select('id')
    .where('id', '=', id)
    .where('mode', '=', 'premiere')
    .executeTakeFirst()
  return row !== undefined
}

/** Some rooms of premieres whose album was deleted. */
export async function premiereRoomsWithoutAlbum(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('listeningRooms')
    .select('id')
    .where('mode', '=', 'premiere')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('premieres')
            .select('albumId')
            .whereRef('premieres.albumId', '=', 'listeningRooms.id'),
        ),
      ),
    )
    .limit(DELETED_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** The rooms of premieres whose conversations an account may read. */
export async function premiereRoomsRead(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('listeningRooms')
    .innerJoin('conversationMembers', 'conversationMembers.conversationId', 'listeningRooms.id')
    .select('listeningRooms.id')
    .where('conversationMembers.userId', '=', userId)
    .where('listeningRooms.mode', '=', 'premiere')
    .execute()
  return rows.map(({ id }) => id)
}
