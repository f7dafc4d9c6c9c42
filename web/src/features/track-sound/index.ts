// The server's analysis of the sound of tracks: loudness, waveform, silence, and the padding that encoders add.
export { decodeWaveform } from './waveform.ts'
export { forgetTrackSounds, loadTrackSound } from './load-track-sound.ts'
export { useTrackSound } from './use-track-sound.ts'
