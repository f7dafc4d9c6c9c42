import { createElementClock } from './element-clock.ts'
import type { Channel } from './mixer.ts'

/** The part of an audio element that concerns its level. */
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

/** What makes an element louder or quieter, beside the volume that the listener has set. */
export interface Amplifier {
  setVolume: (volume: number, isMuted: boolean) => void
  /** Undefined: as before. Smooth where it is heard. */
  setGain: (gain: number | undefined) => void
  /** From this second of the element on it has another gain; undefined: it has not. */
  expectGain: (following: Following | undefined) => void
  /** Puts the element behind the mixer if it can be; returns whether it is there. */
  mix: () => boolean
}

interface Following {
  gain: number
  atSeconds: number
}

/** Creates the amplifier of an element. */
export type Amplify = (element: AmplifiedElement) => Amplifier

/** By the volume of the element alone. */
export const amplifyPlainly: Amplify = (element) => createAmplifier(element)

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2
/** Seconds of the mixer by which a plan is corrected at least, and before it at which it is left alone. */
const CORRECTED_SECONDS = 0.0005
const SETTLED_SECONDS = 0.03
/** Milliseconds between readings of both clocks, and their number, after the element was moved. */
const READING_PAUSE = 17
const FIRST_READINGS = 24

/** The way of an element to the mixer. */
export interface Route {
  /** Undefined while the mixer does not run. */
  connect: () => Channel | undefined
  onRunning: (listener: () => void) => void
  /** Whether elements are to be behind the mixer although their gains are 1. */
  isAlways: () => boolean
}

/**
 * Amplifies by the mixer, which changes gains to the sample without the page. While it does not run, and where it must
 * not be used, the volume of the element stands in: it cannot amplify beyond the recording.
 */
export function createAmplifier(element: AmplifiedElement, route?: Route): Amplifier {
  let channel: Channel | undefined
  let volume: [level: number, isMuted: boolean] = [1, false]
  let gain = 1
  let following: Following | undefined
  /** A step that the mixer will do by itself. */
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

  /** Only what is to be changed at all is put behind the mixer. Returns whether it has just been. */
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

  /** The relation of both clocks is another one from now on. */
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

  /** Whether the planned step has led to this gain, or is just doing so. */
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
