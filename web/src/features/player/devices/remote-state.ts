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
 * The state that the player shows while it controls another device: the account's queue, which this tab has, and the
 * status of the device. `ageSeconds`: the age of the device's report.
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
    // Devices do not report their speed, and a press that another device needs is shown by a line of text.
    rate: 1,
    needsPress: false,
  }
}

/** The track with the details that this tab has; the device may play a track that the queue of this tab lacks. */
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
