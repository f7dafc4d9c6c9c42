import { useMemo } from 'react'
import { decodeWaveform, useTrackSound } from '#features/track-sound/index.ts'
import { usePlayer } from '../engine/player-instance.ts'

/** The peaks of the current track's waveform; undefined while they are not loaded, and for a track without them. */
export function usePeaks(): Uint8Array | undefined {
  const waveform = useTrackSound(usePlayer(({ track }) => track?.id))?.waveform
  return useMemo(() => (typeof waveform === 'string' ? decodeWaveform(waveform) : undefined), [waveform])
}
