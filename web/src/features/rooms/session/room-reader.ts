import { notInRoom, roomEnded, roomNotFound, type ListeningRoom } from '@tonarchiv/contract/rooms'
import { ApiError } from '#client/api-error.ts'
import type { SessionParts } from './session-parts.ts'

/** Milliseconds after which a read that has failed is repeated. */
const RETRY_PAUSE = 3000

/** The reason if a call failed because the member is no longer in the room; undefined for other failures. */
export function overReason(failure: unknown): 'left' | 'ended' | undefined {
  if (!(failure instanceof ApiError)) return undefined
  if (failure.is(notInRoom)) return 'left'
  return failure.is(roomEnded) || failure.is(roomNotFound) ? 'ended' : undefined
}

/** Reads a room again. Only one call runs at a time; it is repeated after a failure. */
export interface RoomReader {
  /** Reads the room after `ms` milliseconds; earlier if an earlier read is already planned. */
  readIn: (ms: number) => void
  close: () => void
}

export function openRoomReader(
  { after, now }: Pick<SessionParts, 'after' | 'now'>,
  read: () => Promise<ListeningRoom>,
  { onRead, onOver }: { onRead: (room: ListeningRoom) => void; onOver: (reason: 'left' | 'ended') => void },
): RoomReader {
  let isClosed = false
  let isReading = false
  let isAsked = false
  let due = Infinity
  let cancel = () => {}

  function readIn(ms: number): void {
    if (isReading) isAsked = true
    else if (!isClosed && now() + ms < due) {
      cancel()
      due = now() + ms
      cancel = after(ms, () => void run())
    }
  }

  async function run(): Promise<void> {
    due = Infinity
    isReading = true
    isAsked = false
    const hasFailed = await attempt()
    isReading = false
    if (hasFailed) readIn(RETRY_PAUSE)
    else if (isAsked) readIn(0)
  }

  /** @returns whether the call must be repeated */
  async function attempt(): Promise<boolean> {
    try {
      const room = await read()
      if (!isClosed) onRead(room)
      return false
    } catch (failure) {
      const reason = overReason(failure)
      if (reason !== undefined && !isClosed) onOver(reason)
      return reason === undefined
    }
  }

  return {
    readIn,
    close() {
      isClosed = true
      cancel()
    },
  }
}
