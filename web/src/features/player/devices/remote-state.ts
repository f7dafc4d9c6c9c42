import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import type { Track } from '#features/tracks/index.ts'
import type { PlayerState, PlayerStatus } from '../engine/playback/player-state.ts'
import type { Expected } from './device-role.ts'

const STATUSES: Record<PlayDevice['status'], PlayerStatus> = {
  empty: 'empty',
  loading: 'buffering',
  playing: 'playing',
  paused: 'paused',
}

/**
 * The player state that is shown while this tab controls another device: the queue from this tab's player, the rest
 * from the device's last report.
 * @param ageSeconds - the age of that report
 */
export function remoteState(
  own: PlayerState,
  device: PlayDevice,
  { expected = {}, ageSeconds }: { expected?: Expected | undefined; ageSeconds: number },
): PlayerState {
  const { status, position_seconds: position, volume, muted } = { ...device, ...expected }
  const isMoving = device.status === 'playing' && expected.position_seconds === undefined
  const track = trackOf(own, device)
  return {
    order: own.order,
    track,
    status: track ? STATUSES[status] : 'empty',
    positionSeconds: Math.min(device.duration_seconds, position + (isMoving ? ageSeconds : 0)),
    durationSeconds: device.duration_seconds,
    bufferedSeconds: 0,
    volume: volume ?? 1,
    isMuted: muted,
    // Devices do not report their playback rate. A user gesture that another device needs is requested by a notice
    // above the player.
    rate: 1,
    needsPress: false,
    isFollowing: false,
  }
}

/** The current track of the device, from this tab's queue if it is in there; otherwise made from the report. */
function trackOf({ track, order }: PlayerState, device: PlayDevice): Track | undefined {
  if (!device.track) return undefined
  const { id, title } = device.track
  if (track?.id === id) return track
  const known = [...order.queue, ...order.order].find((entry) => entry.track.id === id)
  if (known) return known.track
  return {
    id,
    title,
    artist: '',
    album: '',
    coverUrl: DEFAULT_COVER,
    durationSeconds: device.duration_seconds,
    isExclusive: false,
  }
}
