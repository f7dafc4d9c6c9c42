import { WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'

/** The peaks of a waveform, 0 to 255, over equal parts of the duration; undefined when it is not one. */
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
