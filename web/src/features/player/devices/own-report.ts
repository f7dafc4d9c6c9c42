import type { PlayerReport } from '@tonarchiv/contract/play-devices'
import type { PlayerState } from '../engine/playback/player-state.ts'

/** A change of the position by more than this, in seconds, is a seek. */
const JUMP = 1.5
/** Longest title that is reported, in characters. */
const TITLE_MAX = 200
/** Longest position that is reported, in seconds. */
const LONGEST_SECONDS = 86_400

const within = (seconds: number) =>
  Number.isFinite(seconds) ? Math.min(LONGEST_SECONDS, Math.max(0, seconds)) : 0

/** The state of this tab's player, as it is reported to other devices. */
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

/** Whether this change is reported to the other devices; a position that advances while playing is not. */
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
