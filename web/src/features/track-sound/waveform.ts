import { WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'

/** The peaks of a waveform, 0 to 255, each for an equal part of the duration; undefined if the text is invalid. */
export function decodeWaveform(text: string): Uint8Array | undefined {
  let letters: string
  try {
    letters = atob(text)
  } catch {
    return undefined
  }
  if (letters.length !== WAVEFORM_PEAKS) return undefined
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
