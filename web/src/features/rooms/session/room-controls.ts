import { ROOM_ADDED_MAX, roomQueueFull } from '@tonarchiv/contract/rooms'
import type { FollowCommands, Player } from '#features/player/index.ts'
import { canStart, trackCount, type Track } from '#features/tracks/index.ts'
import { currentEntry } from '../state/room-data.ts'
import type { InRoom } from '../state/room-tab.ts'
import type { MemberCommand } from './member-commands.ts'
import type { RoomSession } from './room-session.ts'

export interface ControlParts {
  /** The player of this tab. */
  own: Pick<Player, 'state' | 'choose' | 'playAll' | 'playInBetween' | 'toggleMute'>
  session: Pick<RoomSession, 'command' | 'press' | 'stopHere'>
  /** The room that this tab is in; undefined after it was left. */
  room: () => InRoom | undefined
  /** Asks whether to leave the room for other music; calls the function after leaving. */
  leaveFor: (run: () => void) => void
  /** Shows the error of a command. */
  showFailure: (failure: unknown) => void
  showMessage: (text: string) => void
  showError: (text: string) => void
}

/** The functions of the player that work differently while this tab is in a room. */
export type RoomControls = Omit<
  Player,
  | keyof FollowCommands
  | 'setCrossfade'
  | 'stopAfterTrack'
  | 'state'
  | 'setVolume'
  | 'toggleMute'
  | 'setOrder'
  | 'setRate'
  | 'setGains'
  | 'setFade'
  | 'stopsAfterTrack'
  | 'dropLoaded'
  | 'checkAccess'
  | 'restore'
  | 'stop'
  | 'listen'
>

/**
 * The player that screens use while this tab is in a room. Actions that the member may take for all are sent to the
 * room as commands. Without that right, the play button stops only the sound of this tab (in a premiere, it mutes the
 * sound), and skipping and seeking do nothing. Before other music is played, the member is asked whether to leave the
 * room.
 */
export function createRoomControls(parts: ControlParts): RoomControls {
  const { own, session, room, leaveFor } = parts
  const run = (command: MemberCommand) => session.command(command).catch(parts.showFailure)

  /** Calls `act` with the current entry if the member has the right. @returns whether it was called */
  function withEntry(right: 'mayPlay' | 'maySteer', act: (entryId: string, tab: InRoom) => void): boolean {
    const tab = room()
    const entryId = tab?.room.state.playback.entryId
    if (!tab?.rights[right] || entryId === undefined || entryId === null) return false
    act(entryId, tab)
    return true
  }

  function toggle(): void {
    const name = room()?.following.name
    const isStopped = name === 'stopped' || name === 'needsPress'
    const isPremiere = room()?.room.state.mode === 'premiere'
    // „Ton an“ of a premiere ends both, so that one press is enough to hear it.
    if (isPremiere && (!isStopped || own.state.getState().isMuted)) own.toggleMute()
    if (isStopped) return session.press()
    if (isPremiere) return
    const isForAll = withEntry('mayPlay', (entryId, tab) => {
      void run({ name: tab.room.state.playback.isPlaying ? 'pause' : 'play', entryId })
    })
    if (!isForAll) session.stopHere()
  }

  function seekTo(milliseconds: number): void {
    withEntry('maySteer', (entryId) => {
      if (Number.isFinite(milliseconds))
        void run({ name: 'seek', entryId, positionMs: Math.max(0, Math.round(milliseconds)) })
    })
  }

  const isCurrent = (track: Track) => own.state.getState().track?.id === track.id
  const add = createAdding(parts)
  return {
    toggle,
    // Called for a headset, the system or other sound of this page. It pauses only this tab, not the room.
    pause: session.stopHere,
    next: () => void withEntry('maySteer', (entryId) => void run({ name: 'next', entryId })),
    previous: () => seekTo(0),
    seekToSeconds: (seconds) => seekTo(seconds * 1000),
    seekToPercent(percent) {
      const tab = room()
      seekTo((percent / 100) * ((tab && currentEntry(tab.room)?.durationMs) ?? 0))
    },
    choose(list, track, source) {
      if (isCurrent(track)) toggle()
      else leaveFor(() => own.choose(list, track, source))
    },
    playAll: (...given) => leaveFor(() => own.playAll(...given)),
    playInBetween: (track) => leaveFor(() => own.playInBetween(track)),
    enqueue: (track) => add([track], track.title),
    enqueueAll(list) {
      const playable = list.filter((track) => canStart(track))
      add(playable, trackCount(playable.length))
    },
    // These do nothing, because the room determines the order in the player of this tab.
    cycleRepeat: () => undefined,
    toggleShuffle: () => undefined,
    removeUpcoming: () => () => undefined,
    moveUpcoming: () => undefined,
    clearUpcoming: () => () => undefined,
    playUpcoming: () => undefined,
    setQueue: () => undefined,
    ready: () => undefined,
  }
}

/** Adds tracks to the room's queue; `what` names them in a message. */
function createAdding({
  room,
  session,
  showFailure,
  showMessage,
  showError,
}: ControlParts): (tracks: readonly Track[], what: string) => void {
  return (tracks, what) => {
    const trackIds = tracks.slice(0, ROOM_ADDED_MAX).map(({ id }) => id)
    if (trackIds.length === 0) return
    const isProposal = room()?.rights.onlyProposes === true
    session.command({ name: 'add', added: { trackIds } }).then(({ leftOut }) => {
      if (leftOut > 0) showError(roomQueueFull.text)
      else showMessage(`Hörraum: ${what} ${isProposal ? 'vorgeschlagen' : 'hinzugefügt'}`)
    }, showFailure)
  }
}
