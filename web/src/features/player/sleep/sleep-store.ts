import Moon from 'lucide-react/icons/moon'
import { create } from 'zustand'
import { showToast } from '#ui/dom/toast.ts'
import type { SleepTimer } from './sleep-timer.ts'

const MINUTE = 60_000

interface SleepState {
  timer: SleepTimer | undefined
  /** Whole seconds until the timer stops the music. */
  secondsLeft: number
}

/** The sleep timer of this tab and its remaining time. */
export const useSleep = create<SleepState>(() => ({ timer: undefined, secondsLeft: 0 }))

export function sleepIn(minutes: number): void {
  const setAt = Date.now()
  set({ type: 'clock', setAt, endsAt: setAt + minutes * MINUTE })
  say(`Schlummer-Timer: ${minutes} Minuten`)
}

export function sleepAtTrackEnd(): void {
  set({ type: 'track' })
  say('Schlummer-Timer: Ende des Titels')
}

/** Prolongs the timer by some minutes; does nothing if the timer has expired meanwhile. */
export function sleepLater(minutes: number): void {
  const { timer } = useSleep.getState()
  if (timer?.type === 'clock') set({ ...timer, endsAt: timer.endsAt + minutes * MINUTE })
}

export function cancelSleep(): void {
  set(undefined)
  say('Schlummer-Timer aus')
}

/** Removes the timer after it has stopped the music, and shows the title of the track that was stopped. */
export function endSleep(title: string | undefined): void {
  set(undefined)
  if (title !== undefined) say(`Gute Nacht. Angehalten nach „${title}“`)
}

function set(timer: SleepTimer | undefined): void {
  useSleep.setState({ timer })
}

function say(text: string): void {
  showToast(text, { icon: Moon })
}
