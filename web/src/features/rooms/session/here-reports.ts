import { ROOM_LEAD_MS, type RoomSound } from '@tonarchiv/contract/rooms'
import type { SessionParts } from './session-parts.ts'

/** Minimum milliseconds between two reports of a deviation, and by how many milliseconds it must have changed. */
const DEVIATION_PAUSE = 5000
const DEVIATION_CHANGED = 5
const DEVIATION_MAX = 10_000
/** The round trip is reported in steps of this many milliseconds, so that small changes cause no message. */
const DELAY_STEP = 25

/** What this tab reports to the server while it follows a room. */
export interface HereReports {
  /** Reports what has changed. `delayMs` is the round trip to the server. */
  report: (
    sound: RoomSound,
    measured: { deviationMs: number | undefined; delayMs: number | undefined },
  ) => void
  /** Reports everything again, because the server knows nothing of a new connection. */
  again: () => void
  /** Reports that the tab no longer follows the room. */
  end: () => void
}

interface Sent {
  sound: RoomSound
  deviationMs: number | undefined
  delayMs: number
}

export function createHereReports(
  { socket, now }: Pick<SessionParts, 'socket' | 'now'>,
  roomId: string,
): HereReports {
  let sent: (Sent & { at: number }) | undefined

  function send(): void {
    if (sent === undefined) return
    const { sound, deviationMs, delayMs } = sent
    socket.send({
      type: 'roomHere',
      roomId,
      sound,
      ...(deviationMs !== undefined && { deviationMs }),
      ...(delayMs > 0 && { delayMs }),
    })
  }

  return {
    report(sound, measured) {
      const given = measured.deviationMs
      const delayMs = steppedDelay(measured.delayMs ?? 0)
      const deviationMs =
        given === undefined ? undefined : Math.max(-DEVIATION_MAX, Math.min(DEVIATION_MAX, given))
      const isDue = sent !== undefined && now() - sent.at >= DEVIATION_PAUSE
      const isMoved = Math.abs((deviationMs ?? 0) - (sent?.deviationMs ?? 0)) >= DEVIATION_CHANGED
      if (sent?.sound === sound && sent.delayMs === delayMs && !(isDue && isMoved)) return
      sent = { sound, deviationMs, delayMs, at: now() }
      send()
    },
    again: send,
    end: () => socket.send({ type: 'roomHere', roomId: null }),
  }
}

const steppedDelay = (ms: number) => Math.min(ROOM_LEAD_MS, Math.round(ms / DELAY_STEP) * DELAY_STEP)
