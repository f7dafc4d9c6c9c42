import { RoomSound } from '@tonarchiv/contract/rooms'
import * as z from 'zod/mini'
import { trackRemoteStates } from '#events/remote-states.ts'
import type { AppTimes } from '#feature.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { Room } from './room.ts'
import { broadcastLimit } from '#rate-limits/broadcast-limit.ts'

/** Limits for each account of messages that change what others see of it in a room. */
const REPORTS = { burst: 20, perSecond: 2 }

const Following = z.object({ roomId: z.string(), sound: RoomSound, delayMs: z.optional(z.number()) })
type Following = z.infer<typeof Following>

/** What one tab reports. It counts once the server has checked that its member is in the room. */
interface Tab extends Following {
  isChecking: boolean
  isAdmitted: boolean
}

/** The tabs of this process that follow a room, and what each member hears, also in tabs of other processes. */
export interface Followers {
  /** The tabs of this process that follow a room. */
  of: (roomId: string) => Connection[]
  /**
   * The rooms that tabs of this process follow or have asked to follow. Changes of a room count from the request on:
   * otherwise a change would be missed that is made while the right of a tab is checked.
   */
  roomIds: () => Set<string>
  /** The accounts of this process that follow a room and whose tabs still send heartbeats. */
  userIds(): string[]
  /** The room that tabs of this process follow for a member. */
  roomIdOf: (userId: string) => string | undefined
  /** What a member hears, in any process; `away` when none of the member's tabs follows the room. */
  soundOf: (roomId: string, userId: string) => RoomSound
  /** The longest round trip to a tab that follows the room, in any process, as far as the tabs have reported it. */
  delayOf: (room: Pick<Room, 'id' | 'people'>) => number
  /** Checks the tabs again whose check has failed. */
  checkAgain(): void
  /** Call it when the member of a tab is in the room that the tab reports. */
  admit(connection: Connection, roomId: string): void
  forget: (connection: Connection) => void
  close(): void
}

/** Order of precedence: if the tabs of a member differ, the first of these values counts. */
const ORDER: readonly RoomSound[] = ['on', 'locked', 'off', 'away']

function best(all: readonly Following[], roomId: string): RoomSound {
  const sounds = new Set(all.flatMap((one) => (one.roomId === roomId ? [one.sound] : [])))
  return ORDER.find((sound) => sounds.has(sound)) ?? 'away'
}

/** The longest round trip to a tab that follows the room; undefined while none has reported one. */
function longest(all: readonly Following[], roomId: string): number | undefined {
  const delays = all.flatMap((one) => (one.roomId === roomId ? (one.delayMs ?? []) : []))
  return delays.length === 0 ? undefined : Math.max(...delays)
}

function isSame(one: Following | undefined, other: Following | undefined): boolean {
  return one?.roomId === other?.roomId && one?.sound === other?.sound && one?.delayMs === other?.delayMs
}

interface Callbacks {
  /** Called when a tab wants to follow a room. The right of its member must then be checked. It never rejects. */
  begun: (connection: Connection, roomId: string) => Promise<void>
  /** Called when a tab that follows a room has reported how far it is ahead of the room. */
  deviated: (roomId: string, userId: string, ms: number) => void
  /** Called when what a member hears has changed. */
  changed: (roomId: string, userId: string) => void
}

/** Returns a function that checks those of the given tabs that are not admitted. */
function checkTabs(tabs: ReadonlyMap<Connection, Tab>, begun: Callbacks['begun']) {
  async function check(connection: Connection, tab: Tab): Promise<void> {
    const { roomId } = tab
    tab.isChecking = true
    await begun(connection, roomId)
    // Each report of the tab makes a new object.
    const after = tabs.get(connection)
    if (after?.roomId === roomId) after.isChecking = false
  }

  return (connections: Iterable<Connection>): void => {
    for (const connection of connections) {
      const tab = tabs.get(connection)
      if (tab !== undefined && !tab.isAdmitted && !tab.isChecking) void check(connection, tab)
    }
  }
}

export function trackFollowers(
  { bus, config }: Pick<Services, 'bus' | 'config'>,
  sockets: Sockets,
  { begun, deviated, changed }: Callbacks,
  times: Pick<AppTimes, 'heartbeatEveryMs' | 'expireAfterMs'>,
): Followers {
  const byConnection = new Map<Connection, Tab>()
  const published = new Map<string, Following>()
  const limit = broadcastLimit<'follow'>(bus, 'rooms.follow', REPORTS, config.rateLimitFactor)
  const remote = trackRemoteStates({
    bus,
    topic: 'rooms.followers',
    shape: Following,
    isSame,
    localStates: () => published,
    changed: (userId) => {
      for (const roomId of roomIds()) changed(roomId, userId)
    },
    ...times,
  })

  const roomIds = () => new Set([...byConnection.values()].map(({ roomId }) => roomId))
  const statesOf = (userId: string): Following[] => [...localOf(userId), ...remote.statesOf(userId)]
  const localOf = (userId: string) =>
    sockets.connectionsOf(userId).flatMap((one) => {
      const tab = byConnection.get(one)
      return tab?.isAdmitted && one.isOpen && !one.isSilent ? [tab] : []
    })

  function report(userId: string): void {
    const before = published.get(userId)
    const tabs = localOf(userId)
    const roomId = tabs[0]?.roomId
    const after =
      roomId === undefined ? undefined : { roomId, sound: best(tabs, roomId), delayMs: longest(tabs, roomId) }
    if (isSame(before, after)) return
    if (after === undefined) published.delete(userId)
    else published.set(userId, after)
    remote.publish(new Map([[userId, after]]))
    for (const each of new Set([before?.roomId, roomId])) if (each !== undefined) changed(each, userId)
  }

  function forget(connection: Connection): void {
    if (byConnection.delete(connection)) report(connection.holder.userId)
  }

  const checkAll = checkTabs(byConnection, begun)

  sockets.on('roomHere', (connection, { roomId, sound = 'off', deviationMs, delayMs }) => {
    const { userId } = connection.holder
    const before = byConnection.get(connection)
    if (roomId === null) return forget(connection)
    const isKnown = before?.roomId === roomId
    if (isKnown && before.isAdmitted && deviationMs !== undefined) deviated(roomId, userId, deviationMs)
    byConnection.set(connection, {
      roomId,
      sound,
      delayMs,
      isChecking: isKnown && before.isChecking,
      isAdmitted: isKnown && before.isAdmitted,
    })
    limit.run(userId, 'follow', () => {
      checkAll(sockets.connectionsOf(userId))
      report(userId)
    })
  })
  sockets.watch({
    closed: forget,
    silenceChanged: (connection) => {
      if (byConnection.has(connection)) report(connection.holder.userId)
    },
  })

  return {
    of: (roomId) =>
      [...byConnection].flatMap(([one, tab]) => (tab.isAdmitted && tab.roomId === roomId ? [one] : [])),
    roomIds,
    userIds: () => [...published.keys()],
    roomIdOf: (userId) => published.get(userId)?.roomId,
    soundOf: (roomId, userId) => best(statesOf(userId), roomId),
    delayOf: ({ id, people }) => {
      const states = people.flatMap(({ userId }) => statesOf(userId))
      return longest(states, id) ?? 0
    },
    checkAgain: () => checkAll(byConnection.keys()),
    admit: (connection, roomId) => {
      const tab = byConnection.get(connection)
      if (tab?.roomId !== roomId) return
      tab.isAdmitted = true
      report(connection.holder.userId)
    },
    forget,
    close: () => {
      limit.close()
      remote.close()
    },
  }
}
