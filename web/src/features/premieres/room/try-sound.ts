/** The frequencies in Hz of the notes, which are played one after the other, and the duration of each in seconds. */
const NOTES = [392, 493.88, 587.33] as const
const NOTE_SECONDS = 0.22
const LOUDNESS = 0.18

/**
 * Plays three short notes. Must be called within a press. After that, the browser allows the album to start without a
 * press.
 * @returns whether the browser plays sound
 */
export async function trySound(): Promise<boolean> {
  const context = new AudioContext()
  try {
    await context.resume()
    const start = context.currentTime
    for (const [index, frequency] of NOTES.entries()) {
      const at = start + index * NOTE_SECONDS
      const gain = new GainNode(context, { gain: 0 })
      const note = new OscillatorNode(context, { type: 'triangle', frequency })
      gain.gain.setValueAtTime(0, at)
      gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02)
      gain.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE_SECONDS)
      note.connect(gain).connect(context.destination)
      note.start(at)
      note.stop(at + 2 * NOTE_SECONDS)
      if (index === NOTES.length - 1) note.addEventListener('ended', () => void context.close())
    }
    return context.state === 'running'
  } catch {
    void context.close()
    return false
  }
}
