import { createFader, type Fader } from './fader.ts'

/**
 * Seconds in which a gain changes while sound can be heard, and seconds of a sudden change, also between two tracks.
 */
const FADE_SECONDS = 0.22
const STEP_SECONDS = 0.01
/** Milliseconds of silence after which the mixer is suspended, so that the browser can release the sound device. */
const REST_AFTER = 10_000

/** Controls the gain of an element that is connected to the mixer. */
export interface Channel {
  /** Seconds of the clock by which `stepAt` counts. */
  now: () => number
  /** Sets the gain from now on, smoothly or at once; a scheduled step is cancelled. */
  setGain: (gain: number, isSudden: boolean) => void
  /** Schedules a change of the gain at this second, without a click. */
  stepAt: (before: number, gain: number, atSeconds: number) => void
}

/** The browser's mixer, which can amplify. */
export interface Mixer {
  /** Starts or resumes the mixer; call it within a user gesture, which browsers require. */
  wake: () => void
  /** Suspends the mixer after `REST_AFTER`, if no element plays then. */
  rest: () => void
  createBus: () => Bus
  /** Calls back when the mixer has begun to run. */
  onRunning: (listener: () => void) => void
}

/** Elements that are faded as one. */
interface Bus {
  /**
   * Undefined while the mixer does not run: an element that is connected to a suspended mixer is silent, and cannot be
   * disconnected.
   */
  connect: (element: HTMLMediaElement) => Channel | undefined
  /** Undefined while nothing is connected. */
  fader: () => Fader | undefined
}

/**
 * @param isWanted - whether any gain or fade is needed; otherwise no mixer is created
 * @param isSilent - whether no element plays
 */
export function createMixer(isWanted: () => boolean, isSilent: () => boolean): Mixer {
  let context: AudioContext | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function open(): AudioContext {
    const opened = new AudioContext({ latencyHint: 'playback' })
    opened.addEventListener('statechange', () => {
      if (opened.state === 'running') listeners.forEach((listener) => listener())
      // The operating system has interrupted the mixer.
      else if (!isSilent()) resume()
    })
    return opened
  }

  function resume() {
    if (context && context.state !== 'running') context.resume().catch(() => undefined)
  }

  return {
    wake() {
      clearTimeout(resting)
      if (!context && (!isWanted() || !('AudioContext' in globalThis))) return
      context ??= open()
      resume()
    },
    rest() {
      clearTimeout(resting)
      resting = setTimeout(() => {
        if (isSilent()) void context?.suspend()
      }, REST_AFTER)
    },
    createBus: () => createBus(() => (context?.state === 'running' ? context : undefined)),
    onRunning: (listener) => void listeners.add(listener),
  }
}

function createBus(running: () => AudioContext | undefined): Bus {
  let output: { node: GainNode; fader: Fader } | undefined

  function open(context: AudioContext) {
    const node = new GainNode(context)
    node.connect(context.destination)
    return { node, fader: createFader(context, node.gain) }
  }

  return {
    fader: () => output?.fader,
    connect(element) {
      const context = running()
      if (!context) return undefined
      try {
        const source = context.createMediaElementSource(element)
        output ??= open(context)
        return createChannel(context, source, output.node)
      } catch {
        // The element is already connected to another context.
        return undefined
      }
    },
  }
}

function createChannel(context: AudioContext, source: AudioNode, output: AudioNode): Channel {
  const level = new GainNode(context)
  source.connect(level).connect(output)
  const { gain: parameter } = level
  return {
    now: () => context.currentTime,
    setGain(gain, isSudden) {
      parameter.cancelScheduledValues(context.currentTime)
      // An exponential comes close to its target within five of its time constants.
      parameter.setTargetAtTime(gain, context.currentTime, (isSudden ? STEP_SECONDS : FADE_SECONDS) / 5)
    },
    stepAt(before, gain, atSeconds) {
      parameter.cancelScheduledValues(context.currentTime)
      const begin = Math.max(context.currentTime, atSeconds - STEP_SECONDS / 2)
      parameter.setValueAtTime(before, begin)
      parameter.linearRampToValueAtTime(gain, begin + STEP_SECONDS)
    },
  }
}
