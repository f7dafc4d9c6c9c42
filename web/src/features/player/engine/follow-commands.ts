import type { StoreApi } from 'zustand/vanilla'
import { currentTrack, NOTHING_CHOSEN, type PlayOrder } from '../order/play-order.ts'
import type { Playback, SoundNow } from './playback/playback-commands.ts'
import type { PlayerState } from './playback/player-state.ts'
import { waiting, type ResumeState } from './resume-state.ts'
import type { Turns } from './turns.ts'

/** Commands for a listening room, which determines what this tab plays and when. */
export interface FollowCommands {
  /**
   * Sets the listener's order, position and playback rate aside, and stops. Until `endFollowing` nothing of that is
   * saved; there are no crossfades.
   */
  beginFollowing: () => void
  /** Restores what was set aside; playback stays paused. */
  endFollowing: () => void
  /** Opens the current track of this order at this second without playing it. */
  cue: (order: PlayOrder, seconds: number) => void
  /** Plays what `cue` has opened or `pause` has paused; at once if `soundNow` says `ready`. */
  playCued: () => void
  /** What is audible at this moment, by the clock of the sound. */
  soundNow: () => SoundNow
  /**
   * Sets a playback rate slightly above or below 1, to correct the position. Only while following: the pitch is not
   * preserved then, because preserving it shifts the sound by some 20 ms.
   */
  correctRate: (rate: number) => void
}

/** @param keepPitch - sets whether the pitch stays the same at rates other than 1 */
export function createFollowCommands(
  state: StoreApi<PlayerState>,
  playback: Pick<Playback, 'close' | 'cue' | 'pause' | 'resume' | 'expect' | 'setRate' | 'soundNow'>,
  turns: Pick<Turns, 'setOrder' | 'expectNext'>,
  keepPitch: (isKept: boolean) => void = () => undefined,
): {
  commands: FollowCommands
  forget: () => void
  /** @returns whether a room is followed; then the state `own` is restored at the end of following */
  setAside: (own: ResumeState) => boolean
} {
  let aside: (ResumeState & Pick<PlayerState, 'rate'>) | undefined

  function rateBack({ rate }: Pick<PlayerState, 'rate'>): void {
    keepPitch(true)
    playback.setRate(rate)
  }

  return {
    setAside(own) {
      if (!aside) return false
      aside = { ...own, rate: aside.rate }
      return true
    },
    /** Drops what was set aside, because the session ends. */
    forget() {
      if (!aside) return
      rateBack(aside)
      state.setState({ rate: aside.rate })
      aside = undefined
    },
    commands: {
      beginFollowing() {
        if (aside) return
        const { order, positionSeconds, rate } = state.getState()
        aside = { order, positionSeconds, rate }
        // `isFollowing` is set before the sound is closed, so that what the sound reports on closing is not saved.
        state.setState({ isFollowing: true })
        playback.close()
        state.setState({
          ...waiting({ order: { ...NOTHING_CHOSEN }, positionSeconds: 0 }),
          positionSeconds: 0,
          durationSeconds: 0,
          bufferedSeconds: 0,
          rate: 1,
        })
        turns.expectNext()
        keepPitch(false)
        playback.setRate(1)
      },
      endFollowing() {
        if (!aside) return
        const own = aside
        aside = undefined
        playback.close()
        rateBack(own)
        state.setState({
          positionSeconds: 0,
          durationSeconds: 0,
          ...waiting(own),
          bufferedSeconds: 0,
          rate: own.rate,
          isFollowing: false,
        })
        turns.expectNext()
      },
      cue(order, seconds) {
        const track = currentTrack(order)
        if (!aside || !track) return
        // Paused before the state names the new track, because `paused` is emitted for the previous one.
        playback.pause()
        const { status } = state.getState()
        state.setState({
          order,
          track,
          status: status === 'empty' ? 'paused' : status,
          positionSeconds: seconds,
          durationSeconds: track.durationSeconds,
          bufferedSeconds: 0,
        })
        playback.cue(seconds)
        turns.expectNext()
      },
      playCued: playback.resume,
      soundNow: playback.soundNow,
      correctRate(rate) {
        if (aside) playback.setRate(rate)
      },
    },
  }
}
