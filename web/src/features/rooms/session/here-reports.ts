import type { RoomSound } from '@tonarchiv/contract/rooms'
import type { SessionParts } from './session-parts.ts'

/** Minimum milliseconds between two reports of a deviation, and by how many milliseconds it must have changed. */
const DEVIATION_PAUSE = 5000
const DEVIATION_CHANGED = 5
const DEVIATION_MAX = 10_000

/** What this tab reports to the server while it follows a room. */
export interface HereReports {
  /** Reports what has changed. */
  report: (sound: RoomSound, deviationMs: number | undefined) => void
  /** Reports everything again, because the server knows nothing of a new connection. */
  again: () => void
  /** Reports that the tab no longer follows the room. */
  end: () => void
}

export function createHereReports(
  { socket, now }: Pick<SessionParts, 'socket' | 'now'>,
  roomId: string,
): HereReports {
  let sent: { sound: RoomSound; deviationMs: number | undefined; at: number } | undefined

  function send(): void {
    if (sent === undefined) return
    const { sound, deviationMs } = sent
    socket.send({ type: 'roomHere', roomId, sound, ...(deviationMs !== undefined && { deviationMs }) })
  }

  return {
    report(sound, given) {
      const deviationMs =
        given === undefined ? undefined : Math.max(-DEVIATION_MAX, Math.min(DEVIATION_MAX, given))
      const isDue = sent !== undefined && now() - sent.at >= DEVIATION_PAUSE
      const isMoved = Math.abs((deviationMs ?? 0) - (sent?.deviationMs ?? 0)) >= DEVIATION_CHANGED
      if (sent?.sound === sound && !(isDue && isMoved)) return
      sent = { sound, deviationMs, at: now() }
      send()
    },
    again: send,
    end: () => socket.send({ type: 'roomHere', roomId: null }),
  }
}
