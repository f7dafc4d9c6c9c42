import type { PlayerReport } from '@tonarchiv/contract/play-devices'
import type { PlayerState } from '../engine/playback/player-state.ts'

/** A position that changes by more than this many seconds at once counts as a seek. */
const JUMP = 1.5
/** Maximum number of characters of a reported title. */
const TITLE_MAX = 200
/** The largest position in a track, in seconds, that is reported. */
const LONGEST_SECONDS = 86_400

const within = (seconds: number) =>
  Number.isFinite(seconds) ? Math.min(LONGEST_SECONDS, Math.max(0, seconds)) : 0

/** The report of this tab's player that is sent to the other devices. */
export function reportOf(
  state: PlayerState,
  { canSetVolume, answers }: { canSetVolume: boolean; answers: PlayerReport['answers'] },
): PlayerReport {
  const { status, track, positionSeconds, durationSeconds, volume, isMuted, needsPress } = state
  return {
    status: status === 'buffering' ? 'loading' : status,
    track: track ? { id: track.id, title: Array.from(track.title).slice(0, TITLE_MAX).join('') } : null,
    position_seconds: within(positionSeconds),
    duration_seconds: within(durationSeconds),
    volume: canSetVolume ? volume : null,
    muted: isMuted,
    needs_press: needsPress,
    answers,
  }
}

/**
 * Whether this change must be reported to the other devices. Playing on is not reported: they calculate the position.
 */
export function isWorthReporting(now: PlayerState, before: PlayerState): boolean {
  return (
    now.status !== before.status ||
    now.track?.id !== before.track?.id ||
    now.durationSeconds !== before.durationSeconds ||
    now.volume !== before.volume ||
    now.isMuted !== before.isMuted ||
    now.needsPress !== before.needsPress ||
    Math.abs(now.positionSeconds - before.positionSeconds) > JUMP
  )
}
