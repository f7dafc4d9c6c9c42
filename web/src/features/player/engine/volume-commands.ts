import type { StoreApi } from 'zustand/vanilla'
import type { Playback } from './playback/playback-commands.ts'
import type { PlayerState } from './playback/player-state.ts'
import { acceptedVolume } from './volume.ts'

export interface VolumeCommands {
  setVolume: (volume: number) => void
  toggleMute: () => void
  /** Reduces the sound to this share (0 to 1) of the volume. The volume that is set and displayed does not change. */
  setFade: (share: number) => void
}

export function createVolumeCommands(
  state: StoreApi<PlayerState>,
  playback: Pick<Playback, 'setVolume'>,
  saveVolume: (volume: number) => void,
): VolumeCommands {
  let audibleVolume = state.getState().volume
  let fade = 1

  function apply() {
    const { volume, isMuted } = state.getState()
    playback.setVolume(volume * fade, isMuted)
  }

  function setVolume(given: number) {
    const volume = acceptedVolume(given)
    if (volume === undefined) return
    if (volume > 0) audibleVolume = volume
    state.setState({ volume, isMuted: false })
    apply()
    saveVolume(volume)
  }

  return {
    setVolume,
    toggleMute() {
      const { isMuted, volume } = state.getState()
      if (!isMuted && volume === 0) {
        setVolume(audibleVolume)
        return
      }
      state.setState({ isMuted: !isMuted })
      apply()
    },
    setFade(share) {
      if (share === fade) return
      fade = share
      apply()
    },
  }
}
