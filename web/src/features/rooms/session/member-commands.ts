import type { RoomCommand } from '@tonarchiv/contract/rooms'
import { expectedAfter, withOwnVote } from '../state/expected.ts'
import { stateReceived, type RoomData } from '../state/room-data.ts'
import type { RoomCalls } from './room-calls.ts'

type Unrevised<Command> = Command extends unknown ? Omit<Command, 'revision'> : never
/** A command as screens create it: without the revision of the room that the member has seen. */
export type MemberCommand = Unrevised<RoomCommand>

export interface CommandResult {
  /** Whether the command had an effect. False if the room had changed before the command arrived. */
  isApplied: boolean
  /** Number of tracks that were left out because the queue is full. */
  leftOut: number
}

interface CommandParts {
  calls: Pick<RoomCalls, 'command'>
  /** The room as the server has sent it. */
  room: () => RoomData
  /** The time of the server's clock. */
  serverNow: () => number
  onChange: (change: (room: RoomData) => RoomData) => void
  /** Called when a command was sent or answered, so that `expected` has changed. */
  onPending: () => void
}

/** This member's commands to a room. */
export interface MemberCommands {
  /** @throws ApiError when the server rejects the command or does not answer */
  run: (command: MemberCommand) => Promise<CommandResult>
  /** The room as it will probably be after the commands that the server has not answered yet. */
  expected: (room: RoomData) => RoomData
}

export function createMemberCommands(parts: CommandParts): MemberCommands {
  let pending: readonly { command: RoomCommand; now: number }[] = []

  async function answered(command: RoomCommand): Promise<CommandResult> {
    const { isApplied, state, leftOut } = await parts.calls.command(parts.room().state.roomId, command)
    parts.onChange((room) => stateReceived(isApplied ? withVote(room, command) : room, state))
    return { isApplied, leftOut }
  }

  return {
    expected: (room) =>
      pending.reduce((before, { command, now }) => expectedAfter(before, command, now), room),
    async run(given) {
      const command: RoomCommand = { ...given, revision: parts.room().state.revision }
      const own = { command, now: parts.serverNow() }
      pending = [...pending, own]
      parts.onPending()
      try {
        return await answered(command)
      } finally {
        pending = pending.filter((each) => each !== own)
        parts.onPending()
      }
    },
  }
}

/** The room with this member's own vote, which the state that the server sends does not contain. */
function withVote(room: RoomData, command: RoomCommand): RoomData {
  return command.name === 'vote' || command.name === 'voteSkip'
    ? { ...room, entries: withOwnVote(room.entries, command.entryId, command.isFor) }
    : room
}
