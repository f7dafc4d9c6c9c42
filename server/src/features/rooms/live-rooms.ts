import { LRUCache } from 'lru-cache'
import { ROOM_EVENTS_MAX, RoomEvent } from '@tonarchiv/contract/room-events'
import type { RoomPerson } from '@tonarchiv/contract/rooms'
import type { RoomPlace } from '@tonarchiv/contract/presence'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import { frameOf } from '#realtime/frames.ts'
import { hasBegun } from './premiere-acts.ts'
import { endOf } from './queue.ts'
import type { Room } from './room.ts'
import { stateOf } from './to-wire.ts'

/**
 * Minimum time between two messages with the state of a room, and between two with its people. For the state, half a
 * millisecond is added for each tab beyond 200.
 */
const STATES_EVERY_MS = 100
const PEOPLE_EVERY_MS = 1000
/** The end of an entry is written again after this time when that has failed. */
const RETRY_AFTER_MS = 1000
/** Maximum number of rooms of which a process keeps the last state; more than can be open. */
const KEPT_MAX = 100

interface LiveRoom {
  room: Room
  events: RoomEvent[]
  /** The people that were sent, each as the JSON that all tabs got last. Empty if only some tabs got the person. */
  sent: Map<string, string>
  state: Paced
  people: Paced
  endTimer: NodeJS.Timeout | undefined
}

/** Runs at once, then at most once in an interval; the last call always has an effect. */
interface Paced {
  run(): void
  /** Runs at once, whenever it ran last. */
  runNow(): void
  stop(): void
}

function paced(everyMs: (roomId: string) => number, work: (roomId: string) => void, roomId: string): Paced {
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined
  const runNow = () => {
    timer = undefined
    nextAt = performance.now() + everyMs(roomId)
    work(roomId)
  }
  return {
    runNow: () => {
      clearTimeout(timer)
      runNow()
    },
    run: () => {
      const waits = nextAt - performance.now()
      if (timer !== undefined) return
      if (waits <= 0) runNow()
      else timer = setTimeout(runNow, waits)
    },
    stop: () => clearTimeout(timer),
  }
}

const isIn = ({ people }: Room, userId: string) => people.some((one) => one.userId === userId)

/** The room that others see a member in; undefined for a room that is only open to invited members. */
function placeOf(room: Room | undefined): RoomPlace | undefined {
  return room?.inviteCode === null ? { id: room.id, name: room.name } : undefined
}

/** Who is new or has changed since `before`, the people as they were sent, and who has left. */
function peopleSince(before: ReadonlyMap<string, string>, here: readonly RoomPerson[]) {
  const sent = new Map(here.map((person) => [person.id, JSON.stringify(person)]))
  return {
    people: here.filter(({ id }) => before.get(id) !== sent.get(id)),
    left: [...before.keys()].filter((id) => !sent.has(id)),
    sent,
  }
}

/** The tabs whose members are not in the room; all when it has ended. */
function outsidersAmong<Tab extends { holder: { userId: string } }>(
  tabs: readonly Tab[],
  { people, endedAt }: Room,
): Tab[] {
  const here = new Set(endedAt === null ? people.map(({ userId }) => userId) : [])
  return tabs.filter(({ holder }) => !here.has(holder.userId))
}

/** The last known states of rooms, which are sent to the tabs of this process that follow them. */
export interface LiveRooms<Tab> {
  /** Shows a state of a room that was read or written. A state that is older than the known one is ignored. */
  show(room: Room): void
  addEvents(roomId: string, events: readonly RoomEvent[]): void
  eventsOf: (roomId: string) => readonly RoomEvent[]
  /** The last known state of a room. */
  roomOf: (roomId: string) => Room | undefined
  /** The id and name of a known room that is open to all. */
  placeOf: (roomId: string | undefined) => RoomPlace | undefined
  /** The ids of known rooms in which this account was when their state was last read. */
  roomsWith: (userId: string) => string[]
  /** Call it when what a member hears has changed. */
  notePerson(roomId: string): void
  /** Sends a message to all tabs of this process that follow a room. */
  send: (roomId: string, message: ToBrowser) => void
  /** Sends everything to a tab that begins to follow a room. */
  welcome: (tab: Tab, roomId: string) => void
  close(): void
}

interface Needs<Tab> {
  sockets: { send: (tab: Tab, frame: Buffer) => void }
  followersOf: (roomId: string) => readonly Tab[]
  forget: (tab: Tab) => void
  peopleOf: (room: Room) => RoomPerson[]
  now: () => number
  /** Called when the current entry of a room that tabs of this process follow is over. */
  entryEnded: (roomId: string) => void
}

export function openLiveRooms<Tab extends { holder: { userId: string } }>({
  sockets,
  followersOf,
  forget,
  peopleOf,
  now,
  entryEnded,
}: Needs<Tab>): LiveRooms<Tab> {
  const rooms = new LRUCache<string, LiveRoom>({
    max: KEPT_MAX,
    dispose: ({ state, people, endTimer }) => {
      state.stop()
      people.stop()
      clearTimeout(endTimer)
    },
  })

  function send(roomId: string, message: ToBrowser): void {
    const frame = frameOf(message)
    for (const connection of followersOf(roomId)) sockets.send(connection, frame)
  }

  function sendState(roomId: string): void {
    const live = rooms.get(roomId)
    if (live !== undefined) send(roomId, { type: 'roomChanged', ...stateOf(live.room) })
  }

  function sendPeople(roomId: string): void {
    const live = rooms.get(roomId)
    if (live === undefined || followersOf(roomId).length === 0) return
    const { people, left, sent } = peopleSince(live.sent, peopleOf(live.room))
    live.sent = sent
    if (people.length > 0 || left.length > 0) send(roomId, { type: 'roomPeople', roomId, people, left })
  }

  /** Notifies tabs of members who are no longer in the room, and removes them from its followers. */
  function dismiss(room: Room): void {
    const reason = room.endedAt === null ? 'left' : 'ended'
    for (const tab of outsidersAmong(followersOf(room.id), room)) {
      sockets.send(tab, frameOf({ type: 'roomOver', roomId: room.id, reason }))
      forget(tab)
    }
  }

  /** Waits for the end of the current entry. A timer may fire a fraction too early, and a change may fail. */
  function schedule(live: LiveRoom, atLeastMs = 0): void {
    clearTimeout(live.endTimer)
    const { room } = live
    const end = endOf(room)
    if (end === undefined || room.endedAt !== null || followersOf(room.id).length === 0) return
    const check = () => {
      if (now() < end) return schedule(live)
      schedule(live, RETRY_AFTER_MS)
      entryEnded(room.id)
    }
    live.endTimer = setTimeout(check, Math.max(atLeastMs, Math.ceil(end - now())))
  }

  /** How often the tabs of a room get its state: with a thousand of them less often. */
  const stateEveryMs = (roomId: string) => Math.max(STATES_EVERY_MS, followersOf(roomId).length / 2)

  function show(room: Room): void {
    const known = rooms.get(room.id)
    const before = known?.room ?? room
    if (known === undefined) {
      const state = paced(stateEveryMs, sendState, room.id)
      const people = paced(() => PEOPLE_EVERY_MS, sendPeople, room.id)
      rooms.set(room.id, { room, events: [], sent: new Map(), state, people, endTimer: undefined })
    } else if (known.room.revision < room.revision) known.room = room
    else return
    dismiss(room)
    const live = rooms.get(room.id)
    if (live === undefined) return
    if (known !== undefined && !hasBegun(before) && hasBegun(room)) live.state.runNow()
    else live.state.run()
    live.people.run()
    schedule(live)
    if (room.endedAt !== null) rooms.delete(room.id)
  }

  return {
    show,
    send,
    addEvents: (roomId, events) => {
      const live = rooms.get(roomId)
      if (live === undefined || events.length === 0) return
      live.events = [...live.events, ...events].slice(-ROOM_EVENTS_MAX)
      send(roomId, { type: 'roomEvents', roomId, events: [...events] })
    },
    eventsOf: (roomId) => rooms.get(roomId)?.events ?? [],
    roomOf: (roomId) => rooms.get(roomId)?.room,
    placeOf: (roomId = '') => placeOf(rooms.get(roomId)?.room),
    roomsWith: (userId) =>
      [...rooms.values()].filter(({ room }) => isIn(room, userId)).map(({ room }) => room.id),
    notePerson: (roomId) => rooms.get(roomId)?.people.run(),
    welcome: (connection, roomId) => {
      const live = rooms.get(roomId)
      if (live === undefined) return
      dismiss(live.room)
      if (!followersOf(roomId).includes(connection)) return
      sockets.send(connection, frameOf({ type: 'roomChanged', ...stateOf(live.room) }))
      const people = peopleOf(live.room)
      sockets.send(connection, frameOf({ type: 'roomPeople', roomId, full: true, people, left: [] }))
      // This tab knows them now, so it has to be sent when they leave.
      for (const { id } of people) if (!live.sent.has(id)) live.sent.set(id, '')
      schedule(live)
    },
    close: () => rooms.clear(),
  }
}
