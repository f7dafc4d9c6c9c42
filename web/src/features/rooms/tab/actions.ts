import { getStored } from '#client/signed-in-storage.ts'
import type { NewRoom } from '../session/room-calls.ts'
import type { CommandResult, MemberCommand } from '../session/member-commands.ts'
import type { RoomSession } from '../session/room-session.ts'

let session: RoomSession | undefined
let loading: Promise<RoomSession> | undefined

/** The session's code is loaded by the first member of this tab who opens or joins a room. */
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

/** Joins a room, with the code of an invitation if there is one; does nothing if this tab is in it. @throws ApiError */
export async function joinListeningRoom(id: string, code?: string): Promise<void> {
  await (await loadSession()).join(id, code)
}

/** Leaves the room; the player gets back what it played before. */
export function leaveListeningRoom(): void {
  session?.leave()
}

/**
 * Controls the room. What it will probably change is shown at once, and taken back when the server does not do it.
 * @throws ApiError when the server rejects the command or does not answer
 */
export async function commandListeningRoom(command: MemberCommand): Promise<CommandResult> {
  return (await loadSession()).command(command)
}

/** Plays what the room plays, where the browser needs a press for that. Call it within the press. */
export function playHere(): void {
  session?.press()
}

/** Stops the sound of this tab; the room goes on. */
export function stopHere(): void {
  session?.stopHere()
}

/**
 * Continues in the room in which this tab was before the page was loaded again.
 * @returns a function that ends the room in this tab, without leaving it
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
