import type { Person } from '@tonarchiv/contract/presence'
import { RoomEvent } from '@tonarchiv/contract/room-events'
import { roomLeadMs, roomNotFound } from '@tonarchiv/contract/rooms'
import * as z from 'zod/mini'
import type { Database } from '#database/open.ts'
import type { AppContext } from '#feature.ts'
import { findTracks } from '#features/catalog/index.ts'
import { deletedPerson, type Presence, personIn } from '#features/presence/index.ts'
import { newId } from '#platform/ids.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Log } from '#platform/log.ts'
import { Refused } from '#platform/refused.ts'
import { openAdmission } from './admission.ts'
import { changeRoom } from './change-room.ts'
import { followAccounts } from './account-changes.ts'
import type { RoomClock } from './clock.ts'
import { shareDeviations } from './deviations.ts'
import { openEntrance, openLists, takeSeats } from './entrance.ts'
import { type Followers, trackFollowers } from './followers.ts'
import { type LiveRooms, openLiveRooms } from './live-rooms.ts'
import type { Act, Change, Happened, Room } from './room.ts'
import * as store from './store.ts'
import { ROOM_TIMES, type RoomTimes, startSweeps } from './sweeps.ts'
import { hasBegun, isPremiere } from './premiere-acts.ts'
import { openPremiereRooms } from './premiere-rooms.ts'
import { entriesToWire, peopleOf } from './to-wire.ts'

const Announced = z.object({ roomId: z.string(), events: z.array(RoomEvent) })

/** The listening rooms, in all processes. */
export type Rooms = ReturnType<typeof openRooms>

export function openRooms(
  { services, sockets, times: given }: Pick<AppContext, 'services' | 'sockets' | 'times'>,
  presence: Presence,
  clock: RoomClock,
) {
  const { db, bus, log } = services
  const run = runnerOf(log)
  const times: RoomTimes = { ...ROOM_TIMES, ...given }
  const topic = bus.topic('rooms.changed', Announced)
  const followers = trackFollowers(
    services,
    sockets,
    {
      begun: async (connection, roomId) => run(async () => admission.admit(connection, roomId)),
      deviated: (...deviation) => deviations.note(...deviation),
      changed: noteMember,
    },
    given,
  )
  const deviations = shareDeviations({
    bus,
    followers,
    isShared: (roomId) => live.roomOf(roomId)?.mode !== 'premiere',
    send: (roomId, known) => live.send(roomId, { type: 'roomDeviations', roomId, deviations: known }),
    everyMs: given.roomDeviationsEveryMs,
  })
  const live = openLiveRooms({
    sockets,
    followersOf: followers.of,
    forget: followers.forget,
    peopleOf: (room) => peopleOf(room, personNow(presence), (userId) => followers.soundOf(room.id, userId)),
    now: clock.now,
    entryEnded: (roomId) => void run(async () => change(roomId, { type: 'pass' })),
  })

  /** Called when what a member hears has changed, or whether a tab of the member follows the room. */
  function noteMember(roomId: string, userId: string): void {
    live.notePerson(roomId)
    notePlace(userId)
  }

  /** Updates the room of a member in the list of members. */
  function notePlace(userId: string): void {
    presence.inRoom(userId, live.placeOf(followers.roomIdOf(userId)))
  }

  function show(room: Room): void {
    const before = live.placeOf(room.id)?.name
    live.show(room)
    if (live.placeOf(room.id)?.name !== before)
      for (const { holder } of followers.of(room.id)) notePlace(holder.userId)
  }

  const people = async () => memberLookup(presence)

  const reveal = revealing({ db, presence, live, show })
  const admission = openAdmission({ db, sockets, followers, show: reveal, people, welcome: live.welcome })

  /**
   * Changes a room. Other changes of the same room wait, in all processes.
   * @throws Refused `roomNotFound`, and what `changeRoom` throws
   */
  async function change(roomId: string, act: Act): Promise<Change> {
    const { before, ...changed } = await changeStored(db, roomId, { act, clock, times, followers })
    if (changed.room === before) await reveal(before)
    else await announce(changed.room, changed.happened, before)
    return changed
  }

  async function announce(room: Room, happened: readonly Happened[], before?: Room): Promise<void> {
    const personOf = await people()
    const at = new Date(clock.now()).toISOString()
    const events = happened.map((one): RoomEvent => ({ ...one, id: newId(), at, by: personOf(one.by) }))
    sweeps.wake()
    // Published before this process sends the room, so that other processes read the room at the same time.
    topic.publish({ roomId: room.id, events })
    await reveal(room)
    live.addEvents(room.id, events)
    if (isPremiere(room)) return
    if (before === undefined || isListedAnew(before, room)) sockets.broadcast({ type: 'roomsChanged' })
  }

  const readAgain = (roomIds: Iterable<string>) => void run(async () => showStored(db, roomIds, reveal))
  topic.subscribe(({ roomId, events }) => {
    sweeps.wake()
    if (!followers.roomIds().has(roomId)) return
    live.addEvents(roomId, events)
    readAgain([roomId])
  })
  bus.onGap(() => {
    sweeps.wake()
    readAgain(followers.roomIds())
  })

  const { now } = clock
  const sweeps = startSweeps({ db, now, times, followers, change, run })
  const seats = takeSeats(db, change)
  return {
    now,
    people,
    eventsOf: live.eventsOf,
    ...followAccounts({ ...services, sockets, roomsWith: live.roomsWith, change, run }),
    soundOf: followers.soundOf,
    change,
    leave: seats.leave,
    ...openLists(db, now),
    ...openEntrance(db, { now, seats, change, announce }),
    premieres: openPremiereRooms(db, { now, change, wake: sweeps.wake }),
    close: () => {
      sweeps.stop()
      followers.close()
      deviations.close()
      live.close()
    },
  }
}

interface RevealNeeds {
  db: Database
  presence: Presence
  live: Pick<LiveRooms<Connection>, 'roomOf' | 'send'>
  show: (room: Room) => void
}

/**
 * Returns a function that shows a room. When a premiere has begun, the tabs of its room get the tracks before the state
 * that refers to them. All tabs get the same tracks, because every member in the room has access to the album.
 */
function revealing({ db, presence, live, show }: RevealNeeds): (room: Room) => Promise<void> {
  return async (room) => {
    const known = live.roomOf(room.id)
    if (known !== undefined && isPremiere(room) && !hasBegun(known) && hasBegun(room)) {
      const ids = room.entries.flatMap(({ trackId }) => trackId ?? [])
      const tracks = await findTracks(db, ids)
      const entries = entriesToWire(room, {
        id: '',
        hasKey: true,
        isScoped: false,
        tracks,
        videos: new Map(),
        personOf: personNow(presence),
      })
      live.send(room.id, { type: 'roomEntries', roomId: room.id, entries })
    }
    show(room)
  }
}

/** Shows the stored state of rooms that tabs of this process follow. */
async function showStored(
  db: Database,
  roomIds: Iterable<string>,
  reveal: (room: Room) => Promise<void>,
): Promise<void> {
  for (const roomId of roomIds) {
    const room = await store.findRoom(db, roomId)
    if (room !== undefined) await reveal(room)
  }
}

/** Whether a room has changed in a way that lists of rooms show. */
function isListedAnew(before: Room, { name, mode, endedAt, inviteCode }: Room): boolean {
  const isSame = before.name === name && before.mode === mode && before.endedAt === endedAt
  return !isSame || before.inviteCode !== inviteCode
}

/** Returns a function that runs background work. Errors are logged, because no request waits for the result. */
function runnerOf(log: Log): (work: () => Promise<unknown>) => Promise<void> {
  return async (work) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refused)) log.warn({ err: error }, 'a listening room could not be updated')
    }
  }
}

interface ChangeNeeds {
  act: Act
  clock: Pick<RoomClock, 'now'>
  times: Pick<RoomTimes, 'roomEndsAfterMs'>
  followers: Pick<Followers, 'delayOf'>
}

/** @throws Refused `roomNotFound`, and what `changeRoom` throws */
async function changeStored(db: Database, roomId: string, { act, clock, times, followers }: ChangeNeeds) {
  return db.transaction().execute(async (trx) => {
    const before = await store.findRoom(trx, roomId, true)
    if (before === undefined) throw new Refused(roomNotFound)
    const at = clock.now()
    const changed = changeRoom(before, act, at, {
      endsAfterMs: times.roomEndsAfterMs,
      // No command changes the room of a premiere, which a thousand members may join at once.
      ...(!isPremiere(before) && { leadMs: roomLeadMs(followers.delayOf(before)) }),
    })
    if (changed.room !== before) await store.saveRoom(trx, before, changed.room, at)
    return { ...changed, before }
  })
}

/** Looks up members with a connected browser. */
function personNow(presence: Presence): (userId: string) => Person {
  return (userId) => presence.personOf(userId) ?? deletedPerson(userId)
}

/** Returns a function with which shapes for clients look up members. */
async function memberLookup(presence: Presence): Promise<(userId: string) => Person> {
  const members = await presence.members()
  return (userId) => {
    const profile = members.get(userId)
    return profile === undefined ? deletedPerson(userId) : personIn(profile)
  }
}
