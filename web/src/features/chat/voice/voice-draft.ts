import { CHAT_VOICE_MAX_SECONDS, ROOM_ID } from '@tonarchiv/contract/chat'
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
  /** The conversation whose composer was open last. */
  conversation: string
  voice: VoiceState
  /** Voice messages that could not be sent while another one was being recorded, oldest first. */
  returned: readonly OwnMedia[]
  /** Recorded voice messages of other conversations. */
  others: ReadonlyMap<string, readonly OwnMedia[]>
}

type OfConversation = Pick<VoiceDraft, 'voice' | 'returned'>
const NOTHING: OfConversation = { voice: { kind: 'none' }, returned: [] }

/**
 * The voice message that is being recorded or previewed. Recorded ones are kept while their author visits other pages,
 * and in the browser's storage.
 */
export const useVoiceDraft = create<VoiceDraft>(() => ({
  ...NOTHING,
  conversation: ROOM_ID,
  others: new Map(),
}))

function recordedIn({ voice, returned }: OfConversation): readonly OwnMedia[] {
  return voice.kind === 'recorded' ? [voice.media, ...returned] : returned
}

function shownOf([first, ...returned]: readonly OwnMedia[]): OfConversation {
  return first === undefined ? NOTHING : { voice: { kind: 'recorded', media: first }, returned }
}

/** The recorded voice messages of all conversations. */
export function allVoices(): ReadonlyMap<string, readonly OwnMedia[]> {
  const { conversation, others, ...own } = useVoiceDraft.getState()
  return new Map([...others, [conversation, recordedIn(own)]])
}

/** As `allVoices`, with the part of a running recording that is recorded so far. Called when the page may be closed. */
export function allVoicesSoFar(): ReadonlyMap<string, readonly OwnMedia[]> {
  const recorded = running?.recorded()
  if (recorded === undefined) return allVoices()
  const { conversation } = useVoiceDraft.getState()
  const all = allVoices()
  const media: OwnMedia = { ...mediaOf(recorded), address: '' }
  return new Map([...all, [conversation, [...(all.get(conversation) ?? []), media]]])
}

/** Shows the voice message of this conversation. A running recording was stopped before. */
export function openVoice(conversation: string): void {
  const { conversation: before, others: known, ...own } = useVoiceDraft.getState()
  if (before === conversation) return
  const others = new Map(known).set(before, recordedIn(own))
  const opened = others.get(conversation) ?? []
  others.delete(conversation)
  useVoiceDraft.setState({ conversation, others, ...shownOf(opened) })
}

function mediaOf({ file, durationSeconds, peaks }: Recorded): Omit<OwnMedia, 'address'> {
  return { kind: 'voice', file, duration: durationSeconds, peaks }
}

function voiceOf(recorded: Recorded): OwnMedia {
  return { ...mediaOf(recorded), address: URL.createObjectURL(recorded.file) }
}

let running: Recording | undefined
/**
 * The number of the latest recording. A recording with an earlier number was cancelled while it was starting, and is
 * discarded.
 */
let requested = 0

/** Removes the voice message from the composer, and shows the next returned one if there is one. */
function done(): void {
  useVoiceDraft.setState(({ returned }) => shownOf(returned))
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
  const { conversation } = useVoiceDraft.getState()
  const media = voiceOf(await recording.stop())
  if (own !== requested) {
    URL.revokeObjectURL(media.address)
    return undefined
  }
  // The author may have gone to another conversation meanwhile.
  if (useVoiceDraft.getState().conversation === conversation)
    useVoiceDraft.setState({ voice: { kind: 'recorded', media } })
  else restoreVoice(conversation, media)
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
  const { conversation, voice } = useVoiceDraft.getState()
  const media = voice.kind === 'recorded' ? voice.media : await stopRecording()
  if (!media) return undefined
  stopVoice()
  if (useVoiceDraft.getState().conversation === conversation) done()
  else removeVoice(conversation, media)
  return media
}

/** Removes a recorded voice message of a conversation that is not open. */
function removeVoice(conversation: string, media: OwnMedia): void {
  useVoiceDraft.setState(({ others }) => {
    const left = (others.get(conversation) ?? []).filter((each) => each !== media)
    return { others: new Map(others).set(conversation, left) }
  })
}

/** Puts a voice message back that could not be sent, or one that the browser has stored. */
export function restoreVoice(conversation: string, media: OwnMedia): void {
  useVoiceDraft.setState(({ conversation: open, voice, returned, others }) => {
    if (open !== conversation)
      return { others: new Map(others).set(conversation, [...(others.get(conversation) ?? []), media]) }
    return voice.kind === 'none' ? shownOf([media]) : { returned: [...returned, media] }
  })
}

/** Replaces the recorded voice messages of a conversation; a running recording goes on. */
export function replaceVoices(conversation: string, media: readonly OwnMedia[]): void {
  for (const { address } of allVoices().get(conversation) ?? []) URL.revokeObjectURL(address)
  useVoiceDraft.setState(({ conversation: open, voice, others }) => {
    if (open !== conversation) return { others: new Map(others).set(conversation, media) }
    return voice.kind === 'none' || voice.kind === 'recorded' ? shownOf(media) : { returned: media }
  })
}

/** Called when the page is left: the recording is stopped and kept. */
export function leaveVoice(): void {
  const { kind } = useVoiceDraft.getState().voice
  if (kind === 'starting') discardVoice()
  if (kind === 'recording') void stopRecording().then(() => showToast('Deine Aufnahme wartet im Chat'))
}

export function resetVoice(): void {
  for (const { address } of [...allVoices().values()].flat()) URL.revokeObjectURL(address)
  useVoiceDraft.setState({ returned: [], others: new Map() })
  discardVoice()
  useVoiceDraft.setState(useVoiceDraft.getInitialState(), true)
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
