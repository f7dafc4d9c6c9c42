import type { SoundNow } from '#features/player/index.ts'
import { followingAfter } from './following-machine.ts'
import {
  NOT_FOLLOWING,
  type Audible,
  type FollowingEffect,
  type FollowingEvent,
  type FollowingState,
  type Look,
  type Wanted,
} from './following-state.ts'
import { createPositionReadings } from './position-readings.ts'

/** Milliseconds between two readings of the position. After each reading, the playback may be corrected. */
const LOOK_PAUSE = 50

/** What a room plays and its position at a time of the server's clock; see `RoomPlayback` of the contract. */
export interface PlayedByRoom {
  entryId: string | null
  isPlaying: boolean
  positionMs: number
  at: number
}

export interface FollowedEntry {
  id: string
  durationSeconds: number
  /** Whether this member may hear the entry, and this browser can play it. */
  isPlayable: boolean
}

/** The room as this member may hear it. */
export interface FollowedRoom {
  playback: PlayedByRoom
  /** The current entry; undefined if the room plays none. */
  entry: FollowedEntry | undefined
  /** The entry that follows the current one; undefined for none. */
  next: FollowedEntry | undefined
}

/** The player of this tab, as far as a room uses it. */
export interface FollowedPlayer {
  /** The entry that is open or is being opened; undefined for none. */
  entryId: () => string | undefined
  needsPress: () => boolean
  soundNow: () => SoundNow
  /** Opens the entry at this second without playing it, and prepares the one that follows it in the room. */
  cue: (room: FollowedRoom, seconds: number) => void
  /** Prepares the next entry of the room, while the current entry plays or is paused. */
  prepareNext: (room: FollowedRoom) => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  correctRate: (rate: number) => void
}

export interface FollowerParts {
  player: FollowedPlayer
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** The server's time in milliseconds since 1970; undefined while it is not known. */
  serverNow: () => number | undefined
  /** Milliseconds of a round trip to the server; undefined while it is not known. */
  roundTripMs: () => number | undefined
  /** Calls the function after this many milliseconds, also in a hidden page. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  onState: (state: FollowingState) => void
}

export interface Follower {
  setRoom: (room: FollowedRoom) => void
  /** The member wants to hear the room (again). Call it within a press. */
  press: () => void
  /** The member stops their own sound; the room goes on. */
  stop: () => void
  close: () => void
}

/** Keeps the player of this tab in step with a room: runs the effects that `followingAfter` returns. */
export function createFollower(parts: FollowerParts): Follower {
  const { player, now, serverNow, roundTripMs, after, onState } = parts
  let state: FollowingState = NOT_FOLLOWING
  let room: FollowedRoom | undefined
  let before: Wanted['before']
  let cancelPlay = () => {}
  let cancelLook = () => {}
  let heardId: string | undefined
  /** The room whose next entry the player has prepared. */
  let prepared: FollowedRoom | undefined
  let rate = 1
  const readings = createPositionReadings()

  function happened(event: FollowingEvent): void {
    const { state: next, effects } = followingAfter(state, event)
    const isChanged = next !== state
    state = next
    effects.forEach(run)
    if (isChanged) onState(state)
  }

  function run(effect: FollowingEffect): void {
    if (effect.do === 'rate') {
      if (effect.rate === rate) return
      rate = effect.rate
      readings.reset(rate)
      return player.correctRate(rate)
    }
    cancelPlay()
    readings.reset(rate)
    if (effect.do === 'cue') {
      if (room) player.cue(room, effect.seconds)
      return undefined
    }
    if (effect.do === 'seek') return player.seek(effect.seconds)
    if (effect.do === 'pause') return player.pause()
    const wait = effect.at - now()
    if (wait <= 0) player.play()
    else cancelPlay = after(wait, player.play)
  }

  function audible(): Audible {
    const entryId = player.entryId()
    const sound = player.soundNow()
    if (entryId !== heardId) readings.reset(rate)
    heardId = entryId
    const local = now()
    if (sound.is !== 'playing') readings.reset(rate)
    else if (sound.audibleSeconds !== undefined) readings.read(local, sound.audibleSeconds)
    const seconds = readings.secondsAt(local)
    return { entryId, is: sound.is, seconds, needsPress: player.needsPress() }
  }

  /**
   * Prepares the next entry as soon as the player plays the room's current one. A player that is a little behind the
   * room still plays the previous entry when it receives the current one.
   */
  function prepareNext(): void {
    if (!room?.entry || prepared === room || player.entryId() !== room.entry.id) return
    prepared = room
    player.prepareNext(room)
  }

  function look(): Look {
    const wanted = room && wantedOf(room, serverNow(), before)
    return { now: now(), wanted, audible: audible(), roundTripMs: roundTripMs() ?? 0 }
  }

  function lookAgain(): void {
    cancelLook()
    prepareNext()
    happened({ type: 'look', look: look() })
    cancelLook = after(LOOK_PAUSE, lookAgain)
  }

  return {
    setRoom(given) {
      const last = room?.entry
      if (last && last.id !== given.entry?.id)
        before = { entryId: last.id, durationSeconds: last.durationSeconds }
      room = given
      lookAgain()
    },
    press: () => happened({ type: 'pressed', look: look() }),
    stop: () => happened({ type: 'stopped' }),
    close() {
      cancelLook()
      cancelPlay()
    },
  }
}

function wantedOf(
  { playback, entry, next }: FollowedRoom,
  serverNow: number | undefined,
  before: Wanted['before'],
): Wanted | undefined {
  if (!entry || serverNow === undefined) return undefined
  const { isPlaying, positionMs, at } = playback
  return {
    entryId: entry.id,
    isPlaying,
    seconds: (positionMs + (isPlaying ? serverNow - at : 0)) / 1000,
    startSeconds: positionMs / 1000,
    durationSeconds: entry.durationSeconds,
    isPlayable: entry.isPlayable,
    nextId: next?.id,
    before,
  }
}
