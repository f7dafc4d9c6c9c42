import { createElementClock } from './element-clock.ts'
import type { Channel } from './mixer.ts'

/** The part of an audio element that controls its level. */
export interface AmplifiedElement extends EventTarget {
  volume: number
  muted: boolean
  readonly currentTime: number
  readonly playbackRate: number
  readonly paused: boolean
  readonly seeking: boolean
  readonly readyState: number
}

/** The gain of a file; undefined while it is not known. */
export type GainOf = (address: string) => number | undefined

/** Amplifies an element, independently of the volume that the listener has set. */
export interface Amplifier {
  setVolume: (volume: number, isMuted: boolean) => void
  /** Sets the gain, smoothly if the element can be heard; undefined leaves it unchanged. */
  setGain: (gain: number | undefined) => void
  /** Sets the gain from a later second of the element on; undefined: there is no such change. */
  expectGain: (following: Following | undefined) => void
  /** Connects the element to the mixer if that is possible; returns whether it is connected. */
  mix: () => boolean
}

interface Following {
  gain: number
  atSeconds: number
}

/** Creates the amplifier of an element. */
export type Amplify = (element: AmplifiedElement) => Amplifier

/** Amplifies by the volume of the element only. */
export const amplifyPlainly: Amplify = (element) => createAmplifier(element)

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2
/**
 * Seconds: a planned step is only moved if that is by more than the first value, and not any more when it is as near as
 * the second one.
 */
const CORRECTED_SECONDS = 0.0005
const SETTLED_SECONDS = 0.03
/** Milliseconds between readings of both clocks after the element was moved, and the number of these readings. */
const READING_PAUSE = 17
const FIRST_READINGS = 24

/** How an element is connected to the mixer. */
export interface Route {
  /** Undefined while the mixer does not run. */
  connect: () => Channel | undefined
  onRunning: (listener: () => void) => void
  /** Whether elements are connected to the mixer even if their gain is 1. */
  isAlways: () => boolean
}

/**
 * Applies the gain in the mixer, with the accuracy of a sample. While the mixer is not running, and where there is no
 * `route` to it, the volume of the element is set instead, which cannot exceed 1.
 */
export function createAmplifier(element: AmplifiedElement, route?: Route): Amplifier {
  let channel: Channel | undefined
  let volume: [level: number, isMuted: boolean] = [1, false]
  let gain = 1
  let following: Following | undefined
  /** A change of the gain that was scheduled in the mixer. */
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
   * Connects the element to the mixer if its gain has to be changed at all. Returns whether this call has connected it.
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

  /** Reads the clocks anew, because their relation has changed. */
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

  /** Whether the scheduled change to this gain has happened, or is about to. */
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
    mix() {
      if (connectNow()) setLevels(true)
      return channel !== undefined
    },
  }
}
