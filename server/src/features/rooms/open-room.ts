import { openRoom, ROOM_ENTRIES_MAX, ROOM_LEAD_MS } from '@tonarchiv/contract/rooms'
import type { BodyOf } from '@tonarchiv/contract/route'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import type { SongLists } from '#features/playlists/index.ts'
import { newId } from '#platform/ids.ts'
import { addedEntries } from './added-entries.ts'
import { newInviteCode } from './invitations.ts'
import type { NewEntry, Room } from './room.ts'
import type { Rooms } from './rooms.ts'

type Opened = BodyOf<typeof openRoom>

interface Needs {
  db: Executor
  songLists: Pick<SongLists, 'read'>
  rooms: Pick<Rooms, 'add' | 'now'>
}

/**
 * Opens a room with the caller as its host.
 * @throws Refused as `addedEntries`, `tooManyRooms`
 */
export async function openNewRoom(needs: Needs, caller: Caller, opened: Opened): Promise<Room> {
  const { rooms } = needs
  const { entries } = await addedEntries(needs, caller, {
    kind: opened.kind,
    added: opened.added,
    max: ROOM_ENTRIES_MAX,
  })
  const room = newRoom(caller.id, opened, { entries, now: rooms.now() })
  await rooms.add(room)
  return room
}

/** A new room with its host in it, which begins to play. */
function newRoom(
  hostId: string,
  { name, mode, kind, isInviteOnly, positionMs }: Opened,
  { entries, now }: { entries: readonly NewEntry[]; now: number },
): Room {
  const [first] = entries
  return {
    id: newId(),
    kind,
    revision: 1,
    name,
    mode,
    hostId,
    inviteCode: isInviteOnly ? newInviteCode() : null,
    entryId: first?.id ?? null,
    isPlaying: first !== undefined,
    positionMs: Math.min(positionMs, first?.durationMs ?? 0),
    at: now + ROOM_LEAD_MS,
    playedBy: hostId,
    playedRevision: 1,
    playedCount: first === undefined ? 0 : 1,
    createdAt: now,
    emptySince: null,
    endedAt: null,
    entries: firstEntries(entries, hostId),
    votes: [],
    people: [{ userId: hostId, joinedAt: now }],
  }
}

function firstEntries(entries: readonly NewEntry[], addedBy: string): Room['entries'] {
  return entries.map(({ id, trackId, videoId, durationMs }, index) => ({
    id,
    trackId,
    videoId,
    durationMs,
    addedBy,
    sortKey: index + 1,
    isProposal: false,
  }))
}
