import { wholeStep, type VideoState } from './video-state.ts'

type VolumeState = Pick<VideoState, 'volume' | 'isMuted'>

export interface VideoVolume {
  setVolume: (volume: number) => void
  toggleMute: () => void
}

export function createVideoVolume(
  state: { getState: () => VolumeState; setState: (change: VolumeState) => void },
  element: () => HTMLVideoElement | undefined,
  saveVolume: (volume: number) => void,
): VideoVolume {
  let audibleVolume = state.getState().volume

  function apply(volume: number, isMuted: boolean) {
    state.setState({ volume, isMuted })
    const video = element()
    if (!video) return
    video.volume = volume
    video.muted = isMuted
  }

  function setVolume(wanted: number) {
    const volume = wholeStep(wanted)
    if (volume > 0) audibleVolume = volume
    apply(volume, false)
    saveVolume(volume)
  }

  return {
    setVolume,
    toggleMute() {
      const { volume, isMuted } = state.getState()
      if (volume === 0) setVolume(audibleVolume)
      else apply(volume, !isMuted)
    },
  }
}
