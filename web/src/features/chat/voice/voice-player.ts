import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { showToast } from '#ui/dom/toast.ts'
import { claimVoiceOutput } from './voice-output.ts'

/** Playback speeds, in the order in which the button cycles through them. */
export const RATES = [1, 1.25, 1.5, 2] as const

/** A voice message that can be played. */
export interface Voice {
  address: string
  /** The name of the author; undefined for an unsent message. */
  from?: string | undefined
  /** Seconds. */
  duration: number
}

interface VoiceState {
  /** The voice message that is playing or paused. */
  current: Voice | undefined
  isPlaying: boolean
  positionSeconds: number
  rate: (typeof RATES)[number]
  /** Whether the message that is playing or paused is visible. */
  isInView: boolean
}

const SILENCE = { current: undefined, isPlaying: false, positionSeconds: 0, isInView: false }

/** The state of voice playback; at most one message plays at a time. */
export const useVoice = create<VoiceState>(() => ({ ...SILENCE, rate: 1 }))

/** The address of the current voice message. */
const currentAddress = () => useVoice.getState().current?.address

let element: HTMLAudioElement | undefined
let release: (() => void) | undefined
/**
 * True while the element seeks to the end of a recording to find its duration, which browsers do not write into the
 * file.
 */
let isFindingLength = false
/** Returns the voice message that is played after the one with this address. */
let nextAfter: (address: string) => Voice | undefined = () => undefined

/** The addresses of the voice messages in the document. */
const mounted = new Set<string>()

/** Records that a voice message is in the document. Returns a function that ends this. */
export function mountVoice(address: string): () => void {
  mounted.add(address)
  return () => {
    mounted.delete(address)
    if (currentAddress() === address) useVoice.setState({ isInView: false })
  }
}

function theElement(): HTMLAudioElement {
  if (element) return element
  const made = new Audio()
  made.preload = 'auto'
  made.addEventListener('playing', () => {
    release ??= claimVoiceOutput()
    useVoice.setState({ isPlaying: true })
  })
  made.addEventListener('pause', () => {
    // If another voice message follows, it starts at once, so other sounds stay paused.
    if (!made.ended || followingVoice() === undefined) noteSilence()
  })
  made.addEventListener('ended', () => {
    if (isFindingLength) return
    const next = followingVoice()
    if (next !== undefined) return start(next)
    useVoice.setState({ positionSeconds: 0 })
  })
  made.addEventListener('timeupdate', () => {
    if (!isFindingLength) useVoice.setState({ positionSeconds: made.currentTime })
  })
  made.addEventListener('error', () => {
    if (currentAddress() === undefined) return
    stopVoice()
    showToast('Die Sprachnachricht kann nicht abgespielt werden', { kind: 'error' })
  })
  element = made
  return made
}

function noteSilence(): void {
  release?.()
  release = undefined
  useVoice.setState({ isPlaying: false })
}

function followingVoice(): Voice | undefined {
  const address = currentAddress()
  return address === undefined || isFindingLength ? undefined : nextAfter(address)
}

/** Plays a voice message from its beginning. */
function start(voice: Voice): void {
  const audio = theElement()
  audio.src = voice.address
  useVoice.setState({ current: voice, positionSeconds: 0, isInView: mounted.has(voice.address) })
  play(audio)
}

function play(audio: HTMLAudioElement): void {
  audio.playbackRate = useVoice.getState().rate
  // The element's error event reports failures.
  audio.play().catch(() => undefined)
}

/** Plays a voice message, or pauses it. */
export function toggleVoice(voice: Voice): void {
  const audio = theElement()
  if (currentAddress() !== voice.address) {
    audio.pause()
    return start(voice)
  }
  if (audio.paused) play(audio)
  else audio.pause()
}

/** Seeks to this second. If another voice message is current, this one starts there. */
export async function seekVoice(voice: Voice, seconds: number): Promise<void> {
  const { address } = voice
  if (currentAddress() !== address) toggleVoice(voice)
  const audio = theElement()
  useVoice.setState({ positionSeconds: seconds })
  if (audio.readyState === 0) await once(audio, 'loadedmetadata')
  if (!Number.isFinite(audio.duration)) await findLength(audio)
  if (currentAddress() === address) audio.currentTime = seconds
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

/** Sets which voice message follows another one. Returns a function that ends this. */
export function setNextVoice(next: (address: string) => Voice | undefined): () => void {
  nextAfter = next
  return () => {
    if (nextAfter === next) nextAfter = () => undefined
  }
}

/** Sets the speed of the last session in this browser. */
export function restoreRate(): void {
  const stored = getStored('voiceRate')
  const rate = RATES.find((each) => each === stored)
  if (rate !== undefined) useVoice.setState({ rate })
}

/** Switches to the next speed, which is stored for this browser. */
export function changeRate(): void {
  const { rate } = useVoice.getState()
  const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
  useVoice.setState({ rate: next })
  setStored('voiceRate', next)
  if (element) element.playbackRate = next
}

/** Pauses the voice message that is playing. */
export function pauseVoice(): void {
  element?.pause()
}

/** Silence. */
export function stopVoice(): void {
  useVoice.setState(SILENCE)
  element?.pause()
  noteSilence()
  element?.removeAttribute('src')
}
