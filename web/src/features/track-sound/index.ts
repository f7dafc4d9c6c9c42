// What the server has found out about the sound of tracks: loudness, waveform, silence, what encoders added.
export { decodeWaveform } from './waveform.ts'
export { forgetTrackSounds, loadTrackSound } from './load-track-sound.ts'
export { useTrackSound } from './use-track-sound.ts'
