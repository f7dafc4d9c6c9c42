import type { FollowCommands, Player, PlayerState, PlayOrder } from '#features/player/index.ts'
import { NOTHING_CHOSEN } from '#features/player/index.ts'
import { canStartNow, type Track } from '#features/tracks/index.ts'
import type { FollowedEntry, FollowedPlayer, FollowedRoom } from './follower.ts'

/** The title and the path of the room, and the tracks of those entries that the member may hear. */
export interface RoomTracks {
  source: PlayOrder['source']
  trackOf: (entryId: string) => Track | undefined
}

/** The commands of this tab's player that a room uses. */
export type RoomPlayerParts = Pick<Player, 'state' | 'pause' | 'seekToSeconds' | 'setOrder'> & FollowCommands

/** The entry as the follower sees it: playable if the member may hear it, and this browser has a way to play it. */
export function followedEntry(
  { id, durationMs }: { id: string; durationMs: number },
  track: Track | undefined,
): FollowedEntry {
  return { id, durationSeconds: durationMs / 1000, isPlayable: track !== undefined && canStartNow(track) }
}

/**
 * This tab's player as a room controls it. Its order holds the room's current entry and the one after it, so that the
 * player plays both without a gap.
 */
export function createRoomPlayer(player: RoomPlayerParts, tracks: () => RoomTracks): FollowedPlayer {
  const get = (): PlayerState => player.state.getState()

  function orderOf({ entry, next }: FollowedRoom): PlayOrder | undefined {
    const { source, trackOf } = tracks()
    const entries = [entry, next?.isPlayable === true ? next : undefined].flatMap((each) => {
      const track = each && trackOf(each.id)
      return each && track ? [{ key: each.id, track }] : []
    })
    if (entries[0]?.key !== entry?.id) return undefined
    return { ...NOTHING_CHOSEN, list: entries, order: entries, source, position: 0 }
  }

  const isSame = (one: PlayOrder, other: PlayOrder) =>
    one.order
      .slice(one.position)
      .map(({ key }) => key)
      .join() === other.order.map(({ key }) => key).join()

  return {
    entryId() {
      const { order } = get()
      return order.order[order.position]?.key
    },
    needsPress: () => get().needsPress,
    soundNow: player.soundNow,
    cue(room, seconds) {
      const order = orderOf(room)
      if (order) player.cue(order, seconds)
    },
    prepareNext(room) {
      const order = orderOf(room)
      if (order && !isSame(get().order, order)) player.setOrder(order)
    },
    play: player.playCued,
    pause: player.pause,
    seek: player.seekToSeconds,
    correctRate: player.correctRate,
  }
}
