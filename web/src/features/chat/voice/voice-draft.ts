import { CHAT_VOICE_MAX_SECONDS } from '@tonarchiv/contract/chat'
import { create } from 'zustand'
import { showToast } from '#ui/dom/toast.ts'
import type { OwnMedia } from '../state/outgoing.ts'
import { microphoneProblem, startRecording, type Recorded, type Recording } from './recorder.ts'
import { stopVoice } from './voice-player.ts'

/** Number of levels in the waveform of a running recording. */
export const WAVE_LENGTH = 72

/** The state of the voice message in the composer. */
export type VoiceState =
  | { kind: 'none' }
  | { kind: 'starting' }
  | { kind: 'recording'; seconds: number; levels: readonly number[] }
  | { kind: 'recorded'; media: OwnMedia }

interface VoiceDraft {
  voice: VoiceState
  /** Voice messages that could not be sent while another one was being recorded, oldest first. */
  returned: readonly OwnMedia[]
}

const NOTHING: VoiceDraft = { voice: { kind: 'none' }, returned: [] }

/** The voice message that is being recorded or previewed; it is kept while its author visits other pages. */
export const useVoiceDraft = create<VoiceDraft>(() => NOTHING)

function voiceOf({ file, durationSeconds, peaks }: Recorded): OwnMedia {
  return {
    kind: 'voice',
    file,
    address: URL.createObjectURL(file),
    duration: durationSeconds,
    peaks,
  }
}

let running: Recording | undefined
/** The number of the latest recording, so that one that was cancelled while starting is discarded. */
let requested = 0

/** Empties the composer's voice message, or shows the next returned one. */
function done(): void {
  useVoiceDraft.setState(({ returned: [next, ...returned] }) =>
    next === undefined ? NOTHING : { voice: { kind: 'recorded', media: next }, returned },
  )
}

/** Starts a recording; `begin` opens the microphone. */
export async function startVoice(begin = startRecording): Promise<void> {
  if (useVoiceDraft.getState().voice.kind !== 'none') return
  requested += 1
  const own = requested
  stopVoice()
  useVoiceDraft.setState({ voice: { kind: 'starting' } })
  try {
    const recording = await begin({ onLevel: noteLevel, onFull: () => void endFull() })
    // The author cancelled while the browser asked for permission.
    if (own !== requested) return recording.discard()
    running = recording
    useVoiceDraft.setState({ voice: { kind: 'recording', seconds: 0, levels: [] } })
  } catch (failure) {
    if (own !== requested) return
    done()
    showToast(microphoneProblem(failure), { kind: 'error' })
  }
}

function noteLevel(seconds: number, level: number): void {
  useVoiceDraft.setState(({ voice }) =>
    voice.kind === 'recording'
      ? { voice: { kind: 'recording', seconds, levels: [...voice.levels, level].slice(-WAVE_LENGTH) } }
      : {},
  )
}

async function endFull(): Promise<void> {
  if (await stopRecording())
    showToast(`Länger als ${CHAT_VOICE_MAX_SECONDS / 60} Minuten geht nicht: Die Aufnahme ist angehalten`)
}

/** Ends the recording and keeps it for a preview. */
export async function stopRecording(): Promise<OwnMedia | undefined> {
  const recording = running
  if (!recording) return undefined
  running = undefined
  const own = requested
  const media = voiceOf(await recording.stop())
  if (own !== requested) {
    URL.revokeObjectURL(media.address)
    return undefined
  }
  useVoiceDraft.setState({ voice: { kind: 'recorded', media } })
  return media
}

/** Discards the voice message, whether it is recorded or still being recorded. */
export function discardVoice(): void {
  const { voice } = useVoiceDraft.getState()
  requested += 1
  running?.discard()
  running = undefined
  stopVoice()
  if (voice.kind === 'recorded') URL.revokeObjectURL(voice.media.address)
  done()
}

/** Removes the voice message from the composer to send it, ending the recording first. */
export async function takeRecording(): Promise<OwnMedia | undefined> {
  const { voice } = useVoiceDraft.getState()
  const media = voice.kind === 'recorded' ? voice.media : await stopRecording()
  if (!media) return undefined
  stopVoice()
  done()
  return media
}

/** Restores a voice message that could not be sent. */
export function restoreVoice(media: OwnMedia): void {
  useVoiceDraft.setState(({ voice, returned }) =>
    voice.kind === 'none' ? { voice: { kind: 'recorded', media } } : { returned: [...returned, media] },
  )
}

/** Called when the page is left: the recording is stopped and kept. */
export function leaveVoice(): void {
  const { kind } = useVoiceDraft.getState().voice
  if (kind === 'starting') discardVoice()
  if (kind === 'recording') void stopRecording().then(() => showToast('Deine Aufnahme wartet im Chat'))
}

export function resetVoice(): void {
  useVoiceDraft.setState({ returned: [] })
  discardVoice()
}

/** Seconds before the limit at which the end is announced to screen readers. */
const ANNOUNCED_FROM = 30
const ANNOUNCED_AGAIN = 10

/** The notice that a recording is about to end: updated each second on screen, announced twice; undefined before. */
export function nearEnd(seconds: number): { shown: string; announcement: string } | undefined {
  const left = Math.ceil(CHAT_VOICE_MAX_SECONDS - seconds)
  if (left > ANNOUNCED_FROM) return undefined
  const announcement = left > ANNOUNCED_AGAIN ? ANNOUNCED_FROM : ANNOUNCED_AGAIN
  return {
    shown: `noch ${Math.max(0, left)} s`,
    announcement: `Die Aufnahme endet in ${announcement} Sekunden`,
  }
}
