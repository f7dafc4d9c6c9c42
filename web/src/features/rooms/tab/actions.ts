import { getStored } from '#client/signed-in-storage.ts'
import type { NewRoom } from '../session/room-calls.ts'
import type { CommandResult, MemberCommand } from '../session/member-commands.ts'
import type { RoomSession } from '../session/room-session.ts'

let session: RoomSession | undefined
let loading: Promise<RoomSession> | undefined

/** Loads the code of the session, when a room is opened or joined in this tab for the first time. */
async function loadSession(): Promise<RoomSession> {
  loading ??= import('../session/session-instance.ts').then(({ openSession }) => openSession())
  const own = loading
  try {
    const loaded = await own
    if (loading === own) session = loaded
    return loaded
  } catch (failure) {
    if (loading === own) loading = undefined
    throw failure
  }
}

/** Opens a room with the member as its host. @returns its id @throws ApiError */
export async function openListeningRoom(body: NewRoom): Promise<string> {
  return (await loadSession()).open(body)
}

/** Joins a room, with `code` if it requires an invitation; does nothing if this tab is in the room. @throws ApiError */
export async function joinListeningRoom(id: string, code?: string): Promise<void> {
  await (await loadSession()).join(id, code)
}

/** Leaves the room. The player restores the music that it played before. */
export function leaveListeningRoom(): void {
  session?.leave()
}

/**
 * Sends a command to the room. Its expected effect is displayed immediately, and removed if the server rejects it.
 * @throws ApiError when the server rejects the command or does not answer
 */
export async function commandListeningRoom(command: MemberCommand): Promise<CommandResult> {
  return (await loadSession()).command(command)
}

/** Starts the sound of the room in this tab. Must be called within a press, because some browsers require that. */
export function playHere(): void {
  session?.press()
}

/** Stops the sound of this tab; the room goes on. */
export function stopHere(): void {
  session?.stopHere()
}

/**
 * Continues in the room in which this tab was before the page was loaded again.
 * @returns a function that ends everything about the room in this tab; the member stays in the room
 */
export function startRooms(): () => void {
  let isStopped = false
  const roomId = getStored('listeningRoom')
  if (roomId !== undefined)
    loadSession().then(
      (loaded) => {
        if (!isStopped) void loaded.resume(roomId)
      },
      () => undefined,
    )
  return () => {
    isStopped = true
    void loading?.then(
      ({ close }) => close(),
      () => undefined,
    )
    session = undefined
    loading = undefined
  }
}
