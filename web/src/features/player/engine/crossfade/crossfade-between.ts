import { canStart, type Track } from '#features/tracks/index.ts'
import { currentTrack, stepForward, type PlayOrder } from '../../order/play-order.ts'

/**
 * The largest share of a track that one crossfade may take. The rest is needed to load the next track before its
 * crossfade.
 */
const SHARE_MAX = 1 / 3
/** Shortest crossfade in seconds; instead of a shorter one there is no crossfade. */
const LEAST_SECONDS = 0.5

/** How many seconds the current track and the next one fade into each other; 0 for no crossfade. */
export function crossfadeBetween(order: PlayOrder, chosenSeconds: number): number {
  const after = order.repeat === 'one' ? undefined : stepForward(order)
  const current = currentTrack(order)
  const next = after && currentTrack(after)
  if (!after || !current || !next || current.id === next.id) return 0
  if (isSameAlbum(current, next) && isInOrder(order, after, next)) return 0
  const shorter = Math.min(current.durationSeconds, next.durationSeconds)
  const seconds = Math.min(chosenSeconds, shorter * SHARE_MAX)
  return seconds < LEAST_SECONDS ? 0 : seconds
}

function isSameAlbum(one: Track, other: Track): boolean {
  if (one.albumId !== undefined && other.albumId !== undefined) return one.albumId === other.albumId
  return one.album !== '' && one.album === other.album
}

/**
 * Whether the next track is played as a continuation of the same album: both were queued, or it directly follows the
 * current one in the list.
 */
function isInOrder(order: PlayOrder, after: PlayOrder, next: Track): boolean {
  const current = currentTrack(order)
  if (order.inBetween && after.inBetween) return true
  if (order.isShuffled) return false
  const place = order.list.findIndex(({ track }) => track.id === current?.id)
  const following = order.list.slice(place + 1).find(({ track }) => canStart(track))
  return place >= 0 && following?.track.id === next.id
}
