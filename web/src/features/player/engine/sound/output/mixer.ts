import { createFader, type Fader } from './fader.ts'

/**
 * Seconds within which a gain changes: `FADE_SECONDS` while sound is audible, `STEP_SECONDS` for a sudden change, such
 * as that between two tracks.
 */
const FADE_SECONDS = 0.22
const STEP_SECONDS = 0.01
/**
 * Milliseconds without playing elements until the mixer is suspended, so that the browser can release the audio device.
 */
const REST_AFTER = 10_000

/** Controls the gain of one element that is connected to the mixer. */
export interface Channel {
  /** The current time of the mixer's clock in seconds, as `stepAt` expects it. */
  now: () => number
  /** Seconds from a sample of the mixer's clock until it is audible; 0 where the browser does not state it. */
  latencySeconds: () => number
  /** Changes the gain from now on, suddenly or with a short fade; cancels a scheduled step. */
  setGain: (gain: number, isSudden: boolean) => void
  /** Schedules a change from the gain `before` to `gain` at this second of the mixer's clock, without a click. */
  stepAt: (before: number, gain: number, atSeconds: number) => void
}

/** A Web Audio graph that plays the audio elements. It can amplify them, which an element's volume cannot. */
export interface Mixer {
  /** Starts or resumes the mixer; call it within a user gesture, which browsers require. */
  wake: () => void
  /** Suspends the mixer after `REST_AFTER` milliseconds, unless an element plays then. */
  rest: () => void
  createBus: () => Bus
  /** Registers a listener that is called each time the mixer has begun to run. */
  onRunning: (listener: () => void) => void
}

/** A group of elements that are faded in common. */
interface Bus {
  /**
   * Connects an element; undefined when that is not possible. While the mixer does not run no element is connected,
   * because an element that is connected to a suspended mixer is silent and cannot be disconnected.
   */
  connect: (element: HTMLMediaElement) => Channel | undefined
  /** The fader of the group; undefined while no element is connected. */
  fader: () => Fader | undefined
}

/**
 * @param isWanted - whether a gain or a fade is needed; otherwise no AudioContext is created
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
      // Elements play, but the context has stopped: the operating system has interrupted it.
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

/**
 * The latency of the mixer and of the output device. `getOutputTimestamp` would state the sum as well, but it changes with
 * each block of samples. Safari states `outputLatency` since 2025 only.
 */
function latencyOf({ baseLatency, outputLatency }: Partial<AudioContext>): number {
  const seconds = (baseLatency ?? 0) + (outputLatency ?? 0)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}

function createChannel(context: AudioContext, source: AudioNode, output: AudioNode): Channel {
  const level = new GainNode(context)
  source.connect(level).connect(output)
  const { gain: parameter } = level
  return {
    now: () => context.currentTime,
    latencySeconds: () => latencyOf(context),
    setGain(gain, isSudden) {
      parameter.cancelScheduledValues(context.currentTime)
      // `setTargetAtTime` approaches its target exponentially, and is close to it after five time constants.
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
