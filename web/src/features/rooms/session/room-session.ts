import type { ListeningRoom } from '@tonarchiv/contract/rooms'
import { isFollowed } from '../state/room-data.ts'
import type { RoomTab } from '../state/room-tab.ts'
import type { NewRoom } from './room-calls.ts'
import type { CommandResult, MemberCommand } from './member-commands.ts'
import { openRoomLink, type RoomLink } from './room-link.ts'
import { overReason } from './room-reader.ts'
import type { SessionParts } from './session-parts.ts'

/** The room of this tab: at most one at a time. */
export interface RoomSession {
  /** @returns the id of the room @throws ApiError */
  open: (body: NewRoom) => Promise<string>
  /** Joins a room, with `code` if it requires an invitation; does nothing if this tab is in it. @throws ApiError */
  join: (id: string, code?: string) => Promise<void>
  /** Enters a room that the member has not left, after the page was reloaded. */
  resume: (id: string) => Promise<void>
  leave: () => void
  /** @throws ApiError when the server rejects the command or does not answer; Error without a room */
  command: (command: MemberCommand) => Promise<CommandResult>
  press: () => void
  stopHere: () => void
  wake: () => void
  /** Ends everything in this tab, for example after the session has ended; the member does not leave the room. */
  close: () => void
}

interface SessionHandlers {
  show: (tab: RoomTab) => void
  /** Stores the id of the room in which the tab is, for a reload of the page; undefined if it is in none. */
  remember: (roomId: string | undefined) => void
}

export function createRoomSession(parts: SessionParts, { show, remember }: SessionHandlers): RoomSession {
  const { calls, player } = parts
  let current: { roomId: string; link: RoomLink } | undefined
  let isFollowing = false
  /** Incremented at each attempt to enter a room and when a room is left. Answers to earlier attempts are ignored. */
  let turn = 0
  /** The id of the room that was last requested; undefined if there is none, or if a new room is being opened. */
  let wanted: string | undefined

  /** With `true`, the player replaces its own music by that of the room; with `false`, it restores its own music. */
  function setFollowing(isWanted: boolean): void {
    if (isWanted === isFollowing) return
    isFollowing = isWanted
    if (isWanted) player.beginFollowing()
    else player.endFollowing()
  }

  function end(tab: RoomTab): void {
    turn += 1
    wanted = undefined
    const ended = current
    current = undefined
    ended?.link.close()
    setFollowing(false)
    remember(undefined)
    show(tab)
  }

  function enter(room: ListeningRoom): void {
    const { roomId } = room.state
    current?.link.close()
    let roomName = room.state.name
    setFollowing(isFollowed(room.state))
    const link = openRoomLink(parts, room, {
      onView(view) {
        roomName = view.room.state.name
        show(view)
      },
      onFollowing: setFollowing,
      onOver: (reason) => end({ name: 'over', roomId, roomName, reason }),
    })
    current = { roomId, link }
    remember(roomId)
  }

  /** Enters the room that the request returns. Until the answer arrives, the tab stays in its current room. */
  async function enterWith(
    roomId: string | undefined,
    request: () => Promise<ListeningRoom>,
  ): Promise<string> {
    turn += 1
    wanted = roomId
    const own = turn
    if (!current) show({ name: 'joining', roomId })
    try {
      const room = await request()
      if (own === turn) enter(room)
      else if (current?.roomId !== room.state.roomId && wanted !== room.state.roomId)
        void calls.leave(room.state.roomId).catch(() => undefined)
      return room.state.roomId
    } catch (failure) {
      if (own === turn && !current) show({ name: 'none' })
      throw failure
    }
  }

  return {
    open: (body) => enterWith(undefined, () => calls.open(body)),
    async join(id, code) {
      if (current?.roomId !== id) await enterWith(id, () => calls.join(id, code))
    },
    async resume(id) {
      try {
        await enterWith(id, () => calls.read(id))
      } catch (failure) {
        if (!current && overReason(failure) !== undefined) remember(undefined)
      }
    },
    leave() {
      const left = current?.roomId
      end({ name: 'none' })
      // If the call fails for lack of a connection, the server removes the member after some time.
      if (left !== undefined) void calls.leave(left).catch(() => undefined)
    },
    async command(command) {
      if (!current) throw new Error('This tab is in no room')
      return current.link.command(command)
    },
    press: () => current?.link.press(),
    stopHere: () => current?.link.stopHere(),
    wake: () => current?.link.wake(),
    close: () => end({ name: 'none' }),
  }
}
