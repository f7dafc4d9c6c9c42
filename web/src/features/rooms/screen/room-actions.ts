import { createContext, use } from 'react'
import { textOf } from '#client/api-error.ts'
import { showToast } from '#ui/dom/toast.ts'
import { commandListeningRoom, leaveListeningRoom, playHere, stopHere } from '../tab/actions.ts'
import type { MemberCommand } from '../session/member-commands.ts'

/** The actions of a member in the room of this tab. */
export interface RoomActions {
  /** Sends a command; if the server rejects it, shows the error. @returns whether the command had an effect */
  command: (command: MemberCommand) => Promise<boolean>
  /** Starts the sound of this tab. Must be called within a press. */
  playHere: () => void
  stopHere: () => void
  leave: () => void
}

const LEFT_OUT = 'Die Warteschlange ist voll, der Rest passte nicht mehr hinein.'

/** The actions on the room of this tab. */
export const OWN_ROOM: RoomActions = {
  async command(command) {
    try {
      const { isApplied, leftOut } = await commandListeningRoom(command)
      if (leftOut > 0) showToast(LEFT_OUT)
      return isApplied
    } catch (failure) {
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
      return false
    }
  },
  playHere,
  stopHere,
  leave: leaveListeningRoom,
}

/** Provides the room actions to components; by default, those of the room of this tab. */
export const RoomActionsContext = createContext<RoomActions>(OWN_ROOM)

export function useRoomActions(): RoomActions {
  return use(RoomActionsContext)
}
