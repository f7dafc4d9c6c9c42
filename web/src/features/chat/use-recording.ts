import { useCallback, useEffect, useRef, useState } from 'react'
import { voiceOf } from './media.ts'
import type { OwnMedia } from './outbox.ts'
import { microphoneProblem, startRecording, type Recording } from './recorder.ts'
import { stopVoice } from './voice-player.ts'

/** Levels that the running wave shows. */
export const WAVE_LENGTH = 72

/** What the composer does with a voice. */
export type VoiceState =
  | { kind: 'none' }
  | { kind: 'starting' }
  | { kind: 'recording'; seconds: number; levels: readonly number[] }
  | { kind: 'recorded'; media: OwnMedia }

/** Records a voice, keeps it to be heard once more, or lets it go. */
export function useRecording(onProblem: (text: string) => void) {
  const [voice, setVoice] = useState<VoiceState>({ kind: 'none' })
  const running = useRef<Recording>(undefined)
  const isWanted = useRef(false)

  const stop = useCallback(async (): Promise<OwnMedia | undefined> => {
    const recording = running.current
    running.current = undefined
    isWanted.current = false
    if (!recording) return undefined
    const media = voiceOf(await recording.stop())
    setVoice({ kind: 'recorded', media })
    return media
  }, [])

  const discard = useCallback(() => {
    isWanted.current = false
    running.current?.discard()
    running.current = undefined
    stopVoice()
    setVoice({ kind: 'none' })
  }, [])

  const start = useCallback(async () => {
    if (isWanted.current) return
    isWanted.current = true
    stopVoice()
    setVoice({ kind: 'starting' })
    try {
      const recording = await startRecording({
        onLevel: (seconds, level) =>
          setVoice((now) => ({
            kind: 'recording',
            seconds,
            levels: [...(now.kind === 'recording' ? now.levels : []), level].slice(-WAVE_LENGTH),
          })),
        onFull: () => void stop(),
      })
      // Somebody has changed their mind while the browser asked for the microphone.
      if (!isWanted.current) return recording.discard()
      running.current = recording
      setVoice({ kind: 'recording', seconds: 0, levels: [] })
    } catch (failure) {
      isWanted.current = false
      setVoice({ kind: 'none' })
      onProblem(microphoneProblem(failure))
    }
  }, [onProblem, stop])

  // Leaving the page ends it.
  useEffect(() => discard, [discard])
  return {
    voice,
    start,
    stop,
    discard,
    /** Puts a voice back that could not be sent. */
    restore: (media: OwnMedia) => setVoice({ kind: 'recorded', media }),
  }
}
