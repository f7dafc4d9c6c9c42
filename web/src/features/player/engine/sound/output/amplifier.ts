import { createElementClock } from './element-clock.ts'
import type { Channel } from './mixer.ts'

/** The properties of an audio element that an amplifier reads or sets. */
export interface AmplifiedElement extends EventTarget {
  volume: number
  muted: boolean
  readonly currentTime: number
  readonly playbackRate: number
  readonly paused: boolean
  readonly seeking: boolean
  readonly readyState: number
}

/** The gain (a factor) of the file at this address; undefined while it is not known. */
export type GainOf = (address: string) => number | undefined

/** Applies a gain to an audio element, in addition to the volume that the listener has set. */
export interface Amplifier {
  setVolume: (volume: number, isMuted: boolean) => void
  /** Sets the gain as a factor, with a short fade if the element is audible; undefined leaves it unchanged. */
  setGain: (gain: number | undefined) => void
  /** Schedules another gain for the time when the element reaches a later second; undefined cancels that. */
  expectGain: (following: Following | undefined) => void
  /** Seconds from the element's output until it is audible, as far as the element's own position does not contain them. */
  latencySeconds: () => number
  /** Connects the element to the Web Audio mixer if that is possible; returns whether it is connected. */
  mix: () => boolean
}

interface Following {
  gain: number
  atSeconds: number
}

/** Creates the amplifier of an element. */
export type Amplify = (element: AmplifiedElement) => Amplifier

/** Creates an amplifier that only sets the element's volume, without Web Audio. */
export const amplifyPlainly: Amplify = (element) => createAmplifier(element)

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2
/**
 * Seconds. A scheduled change of the gain is moved only if its new time differs by more than `CORRECTED_SECONDS`. It is
 * not moved any more when it is less than `SETTLED_SECONDS` away.
 */
const CORRECTED_SECONDS = 0.0005
const SETTLED_SECONDS = 0.03
/**
 * After the element was moved, its clock and that of the mixer are compared `FIRST_READINGS` times, `READING_PAUSE`
 * milliseconds apart.
 */
const READING_PAUSE = 17
const FIRST_READINGS = 24

/** How an element is connected to the Web Audio mixer. */
export interface Route {
  /** Connects the element; undefined when that is not possible, for example while the mixer does not run. */
  connect: () => Channel | undefined
  onRunning: (listener: () => void) => void
  /** Whether the element is connected to the mixer even if its gain is 1. */
  isAlways: () => boolean
}

/**
 * Applies the gain in the Web Audio mixer, exact to the sample. While the mixer does not run, and where `route` is
 * undefined, the element's volume is set instead, which cannot exceed 1.
 */
export function createAmplifier(element: AmplifiedElement, route?: Route): Amplifier {
  let channel: Channel | undefined
  let volume: [level: number, isMuted: boolean] = [1, false]
  let gain = 1
  let following: Following | undefined
  /** The change of the gain that is scheduled in the mixer. */
  let plan: { gain: number; at: number } | undefined
  let readings = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const clock = createElementClock()
  for (const name of ['playing', 'seeking', 'waiting', 'pause', 'ratechange'])
    element.addEventListener(name, restart)
  element.addEventListener('timeupdate', look)
  route?.onRunning(() => {
    if (connect()) setLevels(true)
  })

  const hasFollowing = () => following !== undefined && following.gain !== gain

  /**
   * Connects the element to the mixer if a gain other than 1 is set or scheduled, or if `isAlways` requires it. Returns
   * whether this call has connected it.
   */
  function connect(): boolean {
    if (gain === 1 && !hasFollowing() && route?.isAlways() !== true) return false
    return connectNow()
  }

  function connectNow(): boolean {
    if (channel) return false
    channel = route?.connect()
    return channel !== undefined
  }

  function setLevels(isSudden: boolean) {
    const [level, isMuted] = volume
    element.muted = isMuted
    element.volume = channel ? level : Math.min(1, level * gain)
    channel?.setGain(gain, isSudden)
    plan = undefined
    look()
  }

  /** Compares the clocks anew, because the relation of the element's time to that of the mixer has changed. */
  function restart() {
    clock.reset(element.playbackRate)
    readings = 0
    dropPlan()
    if (connect()) setLevels(true)
    look()
  }

  function dropPlan() {
    if (plan) channel?.setGain(gain, true)
    plan = undefined
  }

  function look() {
    clearTimeout(timer)
    if (!channel || !following || !hasFollowing() || element.paused || element.seeking) return
    const now = channel.now()
    clock.read(element.currentTime, now)
    readings += 1
    if (readings < FIRST_READINGS) timer = setTimeout(look, READING_PAUSE)
    const at = clock.mixerSecondsAt(following.atSeconds)
    if (at === undefined || at < now + (plan ? SETTLED_SECONDS : 0)) return
    if (plan && plan.gain === following.gain && Math.abs(plan.at - at) < CORRECTED_SECONDS) return
    plan = { gain: following.gain, at }
    channel.stepAt(gain, plan.gain, at)
  }

  /** Whether the scheduled change to this gain has taken effect, or is too near to be moved. */
  const hasStepped = (to: number) =>
    plan !== undefined &&
    plan.gain === to &&
    channel !== undefined &&
    plan.at < channel.now() + SETTLED_SECONDS

  return {
    setVolume(...given) {
      volume = given
      const [level, isMuted] = volume
      element.muted = isMuted
      element.volume = channel ? level : Math.min(1, level * gain)
    },
    setGain(given) {
      if (given === undefined || given === gain) return
      const isDone = hasStepped(given)
      gain = given
      connect()
      if (isDone) plan = undefined
      else setLevels(element.paused || element.readyState < HAVE_CURRENT_DATA)
    },
    expectGain(given) {
      if (given?.gain === following?.gain && given?.atSeconds === following?.atSeconds) return
      following = given
      if (connect()) setLevels(true)
      if (plan && !hasStepped(plan.gain)) dropPlan()
      look()
    },
    latencySeconds: () => channel?.latencySeconds() ?? 0,
    mix() {
      if (connectNow()) setLevels(true)
      return channel !== undefined
    },
  }
}
