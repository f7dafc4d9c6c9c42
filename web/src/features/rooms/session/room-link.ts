import { roomPositionAt, type ListeningRoom } from '@tonarchiv/contract/rooms'
import { openRoomClock, type RoomClock } from '../clock/room-clock.ts'
import { rightsIn } from '../state/rights.ts'
import { currentEntry, isFollowed, roomRead, unreadEntries, type RoomData } from '../state/room-data.ts'
import type { InRoom } from '../state/room-tab.ts'
import { followVideo, followMusic } from './follow-room.ts'
import { soundOf } from './following-view.ts'
import { createHereReports } from './here-reports.ts'
import { createMemberCommands, type MemberCommands } from './member-commands.ts'
import { receiveRoom } from './receive-room.ts'
import { openRoomReader, overReason } from './room-reader.ts'
import type { SessionParts } from './session-parts.ts'
import { watchConnection } from './watch-connection.ts'

/** The tabs of a room spread their reads of new entries over this many milliseconds per member. */
const SPREAD = 5
/** After this many milliseconds without a connection, the server may have removed the member, who then joins again. */
const ABSENT = 30_000

/** Keeps this tab in a room: its state, its clock, and the player that follows it. */
export interface RoomLink {
  /** @throws ApiError when the server rejects the command or does not answer */
  command: MemberCommands['run']
  press: () => void
  stopHere: () => void
  /** Measures the clock and reads the room again, because the page was suspended. */
  wake: () => void
  close: () => void
}

interface LinkHandlers {
  onView: (view: InRoom) => void
  /** Called when a premiere begins to play, and when it has played its album. */
  onFollowing: (isFollowing: boolean) => void
  onOver: (reason: 'left' | 'ended') => void
}

export function openRoomLink(
  parts: SessionParts,
  first: ListeningRoom,
  { onView, onFollowing, onOver }: LinkHandlers,
): RoomLink {
  const { calls, socket, wallNow, random } = parts
  const { roomId } = first.state
  let room = roomRead(first)
  let absentMs = 0
  let isClosed = false
  const here = createHereReports(parts, roomId)
  const { clock, clockAgeMs } = clockOf(parts, report)
  const commands = createMemberCommands({
    calls,
    room: () => room,
    serverNow: () => clock.serverNow() ?? wallNow(),
    onChange: (change) => received(change(room)),
    onPending: show,
  })
  const followWith = first.state.kind === 'video' ? followVideo : followMusic
  const followed = followWith(parts, { clock, room: () => room, show })
  const reader = openRoomReader(parts, () => calls.read(roomId), {
    onRead: (read) => received(roomRead(read, room)),
    onOver: dismissed,
  })

  function report(): void {
    const { name, deviationMs } = followed.view()
    here.report(soundOf(name, followed.isSilent()), { deviationMs, delayMs: clock.delayMs() })
  }

  function show(): void {
    if (isClosed) return
    const following = followed.view()
    report()
    const { video } = followed
    onView(viewOf(parts, { room: commands.expected(room), following, video, clock, clockAgeMs }))
  }

  function received(changed: RoomData): void {
    if (isClosed) return
    const before = room
    room = changed
    const isHeard = isFollowed(room.state)
    if (isHeard && !isFollowed(before.state)) onFollowing(true)
    if (before.state !== room.state || before.entries !== room.entries) followed.follow()
    if (!isHeard && isFollowed(before.state)) onFollowing(false)
    const unread = unreadEntries(room)
    if (unread === 'current') reader.readIn(0)
    else if (unread === 'others') reader.readIn(random() * SPREAD * room.people.length)
    show()
  }

  function dismissed(reason: 'left' | 'ended'): void {
    if (isClosed) return
    if (reason === 'left' && absentMs >= ABSENT) void joinAgain()
    else onOver(reason)
  }

  /** Joins the room again, because the server has removed the member during a long time without a connection. */
  async function joinAgain(): Promise<void> {
    absentMs = 0
    try {
      const joined = await calls.join(roomId)
      received(roomRead(joined, room))
      if (!isClosed) here.again()
    } catch (failure) {
      if (!isClosed) onOver(overReason(failure) ?? 'left')
    }
  }

  const stops = [
    ...receiveRoom(socket, roomId, { onChange: (change) => received(change(room)), onOver: dismissed }),
    watchConnection(parts, {
      onBack(ms) {
        absentMs = ms
        here.again()
        reader.readIn(0)
      },
      onChange: show,
    }),
    reader.close,
    followed.close,
    clock.close,
    here.end,
  ]
  followed.follow()
  show()

  return {
    press: followed.press,
    stopHere: followed.stop,
    wake() {
      clock.wake()
      reader.readIn(0)
    },
    command: (command) =>
      commands.run(command).catch((failure: unknown) => {
        const reason = overReason(failure)
        if (reason !== undefined) dismissed(reason)
        throw failure
      }),
    close() {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

function viewOf(
  { socket, userId }: SessionParts,
  {
    room,
    clock,
    ...rest
  }: Pick<InRoom, 'room' | 'following' | 'video' | 'clockAgeMs'> & { clock: Pick<RoomClock, 'serverNow'> },
): InRoom {
  return {
    name: 'in',
    roomId: room.state.roomId,
    room,
    rights: rightsIn(room.state, userId()),
    isFollowing: isFollowed(room.state),
    isConnected: socket.state.getState().status === 'connected',
    positionMs: () => positionIn(room, clock),
    ...rest,
  }
}

function positionIn(room: RoomData, clock: Pick<RoomClock, 'serverNow'>): number | undefined {
  const serverNow = clock.serverNow()
  if (serverNow === undefined) return undefined
  return Math.min(roomPositionAt(room.state.playback, serverNow), currentEntry(room)?.durationMs ?? 0)
}

/** @param onEstimate - called when the clock was measured again */
function clockOf({ socket, now, wallNow, after }: SessionParts, onEstimate: () => void) {
  let measuredAt: number | undefined
  const clock = openRoomClock({
    now,
    wallNow,
    after,
    send: (sent) => socket.send({ type: 'clock', sent }),
    onAnswer: (handler) => socket.on('clock', handler),
    onConnected: (connected) =>
      socket.state.subscribe(({ status }, before) => {
        if (status === 'connected' && before.status !== 'connected') connected()
      }),
    onEstimate() {
      measuredAt = now()
      onEstimate()
    },
  })
  return { clock, clockAgeMs: () => (measuredAt === undefined ? undefined : now() - measuredAt) }
}
