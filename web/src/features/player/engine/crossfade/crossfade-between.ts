import { canStart, type Track } from '#features/tracks/index.ts'
import { currentTrack, stepForward, type PlayOrder } from '../../order/play-order.ts'

/** The longest share of a track that a crossfade takes: the track after it is loaded between two of them. */
const SHARE_MAX = 1 / 3
/** Seconds of a crossfade below which tracks follow as they are. */
const LEAST_SECONDS = 0.5

/** In how many seconds the current track fades into the one after it; 0: it does not. */
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

/** Whether the next track of an album is heard as the album's next one: behind the current one in the list, or queued. */
function isInOrder(order: PlayOrder, after: PlayOrder, next: Track): boolean {
  const current = currentTrack(order)
  if (order.inBetween && after.inBetween) return true
  if (order.isShuffled) return false
  const place = order.list.findIndex(({ track }) => track.id === current?.id)
  const following = order.list.slice(place + 1).find(({ track }) => canStart(track))
  return place >= 0 && following?.track.id === next.id
}
