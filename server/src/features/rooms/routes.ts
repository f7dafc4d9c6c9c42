import { answerListenAlong, cancelListenAlong, listenAlong } from '@tonarchiv/contract/listen-along'
import { keyRequired, rateLimited } from '@tonarchiv/contract/refusal'
import * as contract from '@tonarchiv/contract/rooms'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { albumWithPremiere, findTracks } from '#features/catalog/index.ts'
import type { SongLists } from '#features/playlists/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { foundVideos } from '#features/videos/index.ts'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import { sharedTokenBucket } from '#rate-limits/shared-token-bucket.ts'
import type { Services } from '#services.ts'
import { addedEntries } from './added-entries.ts'
import { knownRooms, mayJoin, newInviteCode } from './invitations.ts'
import type { ListenAlong } from './listen-along.ts'
import { openNewRoom } from './open-room.ts'
import type { Command, Room } from './room.ts'
import type { Rooms } from './rooms.ts'
import { isPremiere } from './premiere-acts.ts'
import { endedRoom, listedRoom, roomToWire, stateOf } from './to-wire.ts'

/** Limits for each account, at once and per second: for commands, and for opening, joining and leaving. */
const COMMANDS = { burst: 20, perSecond: 2 }
const SEATS = { burst: 20, perSecond: 0.2 }
/** The limit for each account of questions to listen along. */
const QUESTIONS = { burst: 5, perSecond: 0.05 }

interface Needs {
  rooms: Rooms
  presence: Pick<Presence, 'isHidden'>
  listening: ListenAlong
  songLists: Pick<SongLists, 'read'>
}

/** What the caller sees of the tracks and videos of these rooms. */
async function readerOf(services: Services, rooms: Rooms, caller: Caller, shown: readonly Room[]) {
  const isOpen = hasKey(caller)
  const seen = seenBy(services, caller).db
  const isScoped = caller.scope !== undefined
  const entries = isOpen ? shown.flatMap((room) => room.entries) : []
  const tracks = await findTracks(seen, [...new Set(entries.flatMap(({ trackId }) => trackId ?? []))])
  const videos = await foundVideos(seen, [...new Set(entries.flatMap(({ videoId }) => videoId ?? []))])
  return { id: caller.id, hasKey: isOpen, isScoped, tracks, videos, personOf: await rooms.people() }
}

/** Whether the caller may see a premiere and its room, which has the id of the album. */
async function maySeePremiere(services: Services, caller: Caller, albumId: string): Promise<boolean> {
  if (!hasKey(caller) || caller.scope === undefined) return hasKey(caller)
  return (await albumWithPremiere(seenBy(services, caller).db, albumId)) !== undefined
}

export function registerRooms(bind: Bind, services: Services, needs: Needs): void {
  const { db, bus, config } = services
  const { rooms, presence, listening } = needs
  const bucket = (name: string, { burst, perSecond }: typeof COMMANDS) =>
    sharedTokenBucket(bus, name, {
      burst: burst * config.rateLimitFactor,
      perSecond: perSecond * config.rateLimitFactor,
    })
  const [commands, seats] = [bucket('roomCommands', COMMANDS), bucket('roomSeats', SEATS)]
  const questions = bucket('listenRequests', QUESTIONS)

  function consume(limit: typeof commands, { id }: Caller): void {
    const seconds = limit.consume(id)
    if (seconds > 0) throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }

  async function answer(caller: Caller, room: Room) {
    const reader = await readerOf(services, rooms, caller, [room])
    const soundOf = (userId: string) => rooms.soundOf(room.id, userId)
    const events = rooms.eventsOf(room.id)
    return { room: roomToWire(room, { ...reader, soundOf }, { events, now: rooms.now() }) }
  }

  const isHiddenFrom = (caller: Caller, { hostId }: Room) =>
    hostId !== null && hostId !== caller.id && presence.isHidden(caller.id, hostId)

  /**
   * @throws Refused `roomNotFound`, also for a room whose host is hidden from the caller, and for the room of a
   * premiere whose album the caller may not see; `roomEnded`
   */
  async function findOpen(caller: Caller, id: string): Promise<Room> {
    const room = await rooms.find(id)
    const isIn = room.people.some(({ userId }) => userId === caller.id)
    if (!isIn && isHiddenFrom(caller, room)) throw new Refused(contract.roomNotFound)
    if (isPremiere(room) && !(await maySeePremiere(services, caller, id)))
      throw new Refused(contract.roomNotFound)
    if (room.endedAt !== null) throw new Refused(contract.roomEnded)
    return room
  }

  /** @throws Refused as `findOpen`; `invitedOnly` */
  async function findJoinable(caller: Caller, id: string, code?: string): Promise<void> {
    const room = await findOpen(caller, id)
    if (!(await mayJoin(db, room, caller.id, code))) throw new Refused(contract.invitedOnly)
  }

  async function findJoined(caller: Caller, id: string): Promise<Room> {
    const room = await findOpen(caller, id)
    if (!room.people.some(({ userId }) => userId === caller.id)) throw new Refused(contract.notInRoom)
    return room
  }

  bind(contract.listRooms, async ({ caller }) => {
    const { open, ended } = await rooms.list(caller.id)
    const shown = await knownRooms(
      db,
      open.filter((room) => !isHiddenFrom(caller, room)),
      caller.id,
    )
    const current = shown.map(withCurrentEntry)
    const reader = await readerOf(services, rooms, caller, current)
    return {
      rooms: current.map((room) => listedRoom(room, reader, rooms.now())),
      ended: ended.map((room) => endedRoom(room, reader.personOf)),
    }
  })

  bind(contract.openRoom, async ({ caller, body }) => {
    consume(seats, caller)
    return answer(caller, await openNewRoom({ ...seenBy(services, caller), ...needs }, caller, body))
  })

  bind(listenAlong, async ({ caller, params }) => {
    consume(questions, caller)
    return listening.ask(caller, params.id)
  })

  bind(cancelListenAlong, async ({ caller, params }) => {
    await listening.cancel(caller, params.id)
    return { success: true }
  })

  bind(answerListenAlong, async ({ caller, params, body }) => {
    const room = await listening.answer(caller, params.id, body)
    return room === undefined ? { room: null } : answer(caller, room)
  })

  bind(contract.getRoom, async ({ caller, params }) => answer(caller, await findJoined(caller, params.id)))

  bind(contract.joinRoom, async ({ caller, params }) => {
    consume(seats, caller)
    await findJoinable(caller, params.id)
    return answer(caller, await rooms.join(params.id, caller.id))
  })

  bind(contract.joinRoomInvited, async ({ caller, params, body }) => {
    consume(seats, caller)
    await findJoinable(caller, params.id, body.code)
    return answer(caller, await rooms.join(params.id, caller.id))
  })

  bind(contract.leaveRoom, async ({ caller, params }) => {
    await rooms.leave(params.id, caller.id)
    return { success: true }
  })

  bind(contract.commandRoom, async ({ caller, params, body }) => {
    consume(commands, caller)
    const before = await findJoined(caller, params.id)
    const { command, leftOut } = await lookedUp({ ...seenBy(services, caller), ...needs }, caller, {
      room: before,
      given: body,
    })
    const { room, isApplied } = await rooms.change(params.id, { type: 'command', userId: caller.id, command })
    return { isApplied, state: stateOf(room), leftOut }
  })
}

interface Given {
  room: Room
  given: contract.RoomCommand
}

/**
 * Completes a command with the data that is needed to apply it, such as the entries to add. `leftOut` is the number of
 * tracks or videos that are not added.
 */
async function lookedUp(
  needs: Parameters<typeof addedEntries>[0],
  caller: Caller,
  { room, given }: Given,
): Promise<{ command: Command; leftOut: number }> {
  if (given.name === 'access') return { command: { ...given, newCode: newInviteCode() }, leftOut: 0 }
  if (given.name !== 'add') return { command: given, leftOut: 0 }
  if (!hasKey(caller)) throw new Refused(keyRequired)
  const { name, revision, added } = given
  const max = Math.min(contract.ROOM_ADDED_MAX, contract.ROOM_ENTRIES_MAX - room.entries.length)
  const { entries, leftOut } = await addedEntries(needs, caller, { kind: room.kind, added, max })
  return { command: { name, revision, entries }, leftOut }
}

/** A room with its current entry alone. */
function withCurrentEntry(room: Room): Room {
  return { ...room, entries: room.entries.filter(({ id }) => id === room.entryId) }
}
