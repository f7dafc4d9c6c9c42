import type { RoomClock } from '../clock/room-clock.ts'
import type { VideoBox } from '../video/video-output.ts'
import { createFollower, type FollowedPlayer } from '../following/follower.ts'
import { NOT_FOLLOWING } from '../following/following-state.ts'
import { createRoomPlayer } from '../following/room-player.ts'
import { currentEntry, isFollowed, roomSource, type RoomData } from '../state/room-data.ts'
import type { RoomFollowing } from '../state/room-tab.ts'
import { followedRoom, trackOfEntry } from './followed-room.ts'
import type { Followed } from './followed.ts'
import { followingView } from './following-view.ts'
import type { SessionParts } from './session-parts.ts'

/** Milliseconds between two updates of the shown deviation. */
const SHOWN_EVERY = 1000

interface FollowNeeds {
  clock: Pick<RoomClock, 'serverNow' | 'delayMs'>
  room: () => RoomData
  show: () => void
}

const isSilent = ({ isMuted, volume }: { isMuted: boolean; volume: number }) => isMuted || volume === 0

/** Keeps a player in step with the room. */
function followWith(
  player: FollowedPlayer,
  { now, after }: Pick<SessionParts, 'now' | 'after'>,
  { clock, room, show }: FollowNeeds,
) {
  let view = followingView(NOT_FOLLOWING)
  let shownAt = -Infinity
  const follower = createFollower({
    player,
    now,
    serverNow: clock.serverNow,
    roundTripMs: clock.delayMs,
    after,
    onState(state) {
      const changed = followingView(state, view.name)
      if (changed.name === view.name && now() - shownAt < SHOWN_EVERY) return
      view = changed
      shownAt = now()
      show()
    },
  })
  const { press, stop, close } = follower
  return { view: () => view, follow: () => follower.setRoom(followedRoom(room())), press, stop, close }
}

/** A room of music: the player of this tab follows it. */
export function followMusic(parts: SessionParts, needs: FollowNeeds): Followed {
  const { player } = parts
  const { room, show } = needs
  const followed = followWith(
    createRoomPlayer(player, () => ({
      source: roomSource(room()),
      trackOf: (id) => trackOfEntry(room().entries.get(id)),
    })),
    parts,
    needs,
  )
  let isHeard = false
  function follow(): void {
    const isHeardNow = isFollowed(room().state)
    if (isHeardNow) followed.follow()
    // A premiere plays once.
    else if (isHeard) followed.close()
    isHeard = isHeardNow
  }
  const stops = [
    player.state.subscribe((state, before) => {
      if (isSilent(state) !== isSilent(before)) show()
    }),
    // If the sleep timer is set to the end of a track, the sound stops there.
    player.listen(({ type }) => {
      if (type === 'ended' && player.stopsAfterTrack()) followed.stop()
    }),
  ]
  return {
    ...followed,
    follow,
    isSilent: () => isSilent(player.state.getState()),
    video: undefined,
    close() {
      for (const stop of stops) stop()
      followed.close()
    },
  }
}

/** The state while no screen shows the video, so that it does not play. */
const NOT_SHOWN: RoomFollowing = { name: 'stopped', deviationMs: undefined, correctionPercent: 0 }

/** A room of videos: a video element follows the room as long as a screen shows it. The music player is paused. */
export function followVideo(parts: SessionParts, needs: FollowNeeds): Followed {
  const { room, show } = needs
  let followed: ReturnType<typeof followWith> | undefined
  parts.player.pause()
  const video = parts.createVideo({
    videoOf: (entryId) => room().entries.get(entryId)?.video,
    titleOf: () => currentEntry(room())?.video?.title ?? room().state.name,
    onPress: () => followed?.press(),
    onStop: () => followed?.stop(),
  })
  const unsubscribe = video.state.subscribe((state, before) => {
    if (isSilent(state) !== isSilent(before)) show()
  })

  function mount(box: VideoBox): () => void {
    const hide = video.show(box)
    const own = followWith(video.player, parts, needs)
    followed?.close()
    followed = own
    own.follow()
    show()
    return () => {
      own.close()
      hide()
      if (followed !== own) return
      video.player.pause()
      // The next follower assumes that the rate is 1.
      video.player.correctRate(1)
      followed = undefined
      show()
    }
  }

  return {
    view: () => followed?.view() ?? NOT_SHOWN,
    follow: () => followed?.follow(),
    press: () => followed?.press(),
    stop: () => followed?.stop(),
    isSilent: () => isSilent(video.state.getState()),
    video: { state: video.state, setVolume: video.setVolume, toggleMute: video.toggleMute, mount },
    close() {
      unsubscribe()
      followed?.close()
      video.close()
    },
  }
}
