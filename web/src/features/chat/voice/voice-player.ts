import { create } from 'zustand'
import { showToast } from '#ui/dom/toast.ts'
import { claimVoiceOutput } from './voice-output.ts'

/** Playback speeds, in the order in which the button cycles through them. */
const RATES = [1, 1.5, 2] as const

interface VoiceState {
  /** URL of the voice message that is playing or paused. */
  address: string | undefined
  isPlaying: boolean
  positionSeconds: number
  rate: (typeof RATES)[number]
}

/** The state of voice playback; at most one message plays at a time. */
export const useVoice = create<VoiceState>(() => ({
  address: undefined,
  isPlaying: false,
  positionSeconds: 0,
  rate: 1,
}))

let element: HTMLAudioElement | undefined
let release: (() => void) | undefined
/** True while the element seeks to the end of a recording: browsers do not write its duration into the file. */
let isFindingLength = false

function theElement(): HTMLAudioElement {
  if (element) return element
  const made = new Audio()
  made.preload = 'auto'
  made.addEventListener('playing', () => {
    release ??= claimVoiceOutput()
    useVoice.setState({ isPlaying: true })
  })
  made.addEventListener('pause', () => {
    release?.()
    release = undefined
    useVoice.setState({ isPlaying: false })
  })
  made.addEventListener('ended', () => {
    if (!isFindingLength) useVoice.setState({ positionSeconds: 0 })
  })
  made.addEventListener('timeupdate', () => {
    if (!isFindingLength) useVoice.setState({ positionSeconds: made.currentTime })
  })
  made.addEventListener('error', () => {
    if (useVoice.getState().address === undefined) return
    stopVoice()
    showToast('Die Sprachnachricht kann nicht abgespielt werden', { kind: 'error' })
  })
  element = made
  return made
}

/** Plays a voice message, or pauses it. */
export function toggleVoice(address: string): void {
  const audio = theElement()
  if (useVoice.getState().address !== address) {
    audio.pause()
    audio.src = address
    useVoice.setState({ address, positionSeconds: 0 })
  } else if (!audio.paused) {
    audio.pause()
    return
  }
  audio.playbackRate = useVoice.getState().rate
  // The element's error event reports failures.
  audio.play().catch(() => undefined)
}

/** Seeks to this second. If another voice message is current, this one starts there. */
export async function seekVoice(address: string, seconds: number): Promise<void> {
  if (useVoice.getState().address !== address) toggleVoice(address)
  const audio = theElement()
  useVoice.setState({ positionSeconds: seconds })
  if (audio.readyState === 0) await once(audio, 'loadedmetadata')
  if (!Number.isFinite(audio.duration)) await findLength(audio)
  if (useVoice.getState().address === address) audio.currentTime = seconds
}

async function findLength(audio: HTMLAudioElement): Promise<void> {
  isFindingLength = true
  try {
    audio.currentTime = Number.MAX_SAFE_INTEGER
    await once(audio, 'durationchange')
  } finally {
    isFindingLength = false
  }
}

function once(audio: HTMLAudioElement, name: string): Promise<void> {
  return new Promise((done) => {
    for (const each of [name, 'error', 'emptied']) {
      audio.addEventListener(each, () => done(), { once: true })
    }
  })
}

/** Switches to the next speed. */
export function changeRate(): void {
  const { rate } = useVoice.getState()
  const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
  useVoice.setState({ rate: next })
  if (element) element.playbackRate = next
}

/** Pauses the voice message that is playing. */
export function pauseVoice(): void {
  element?.pause()
}

/** Silence. */
export function stopVoice(): void {
  useVoice.setState({ address: undefined, isPlaying: false, positionSeconds: 0 })
  element?.pause()
  element?.removeAttribute('src')
}
