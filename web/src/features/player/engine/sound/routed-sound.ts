import { isFragmented } from '#client/qualities.ts'
import { createSound, type AudioElements, type Sound, type SoundEvents } from './audio.ts'
import { gatedEvents } from './gated-events.ts'
import { amplifyPlainly, type Amplify, type GainOf } from './output/amplifier.ts'
import type { TimelineHandlers, TimelineSound } from './timeline.ts'

/** Milliseconds from the switch between timeline and elements until the previous file is closed. */
const RUN_OUT = 250
/**
 * Maximum number of files that may turn out unsuitable for the timeline; after that all files are played by elements.
 */
const UNSUITABLE_MAX = 20
/** Paths of streams whose format the timeline can join without gaps. */
const JOINED = /\/stream\/[^/]+\.(?:mp3|m4a|flac|ogg|opus)$/i

/** Loads the gapless timeline; resolves with undefined where the browser does not support it. */
export type LoadGapless = (amplify: Amplify, handlers: TimelineHandlers) => Promise<TimelineSound | undefined>

export interface RoutedSound extends Sound {
  /** Whether the open file has enough data to play now. */
  hasSound: () => boolean
}

type Way = 'elements' | 'timeline'

/**
 * Plays files in one of two ways. Once the gapless timeline is loaded, it plays the files that it can join without
 * gaps. All other files, and those that fail on the timeline, are each played by an audio element of their own.
 */
export function createRoutedSound(
  elements: AudioElements,
  given: SoundEvents,
  loadGapless?: LoadGapless,
  amplify: Amplify = amplifyPlainly,
): RoutedSound {
  let active: Way = 'elements'
  let next: { way: Way; address: string } | undefined
  let timeline: TimelineSound | undefined
  const settings: Settings = { volume: [1, false], rate: 1, gainOf: () => 1 }
  const suitability = noteUnsuitable()
  /**
   * Forwards only events of the way of playing that is active. Events of the other one concern the previous or the next
   * file.
   */
  const eventsOf = (way: Way) => gatedEvents(given, () => active === way)
  const dropping = createDelays()

  const isNextReady = () => next?.way === 'timeline' && timeline?.canPlay() === true
  const simple = createSound(elements, eventsOf('elements'), isNextReady, amplify)
  void loadGapless?.(amplify, {
    events: eventsOf('timeline'),
    canBeFollowed: () => next?.way === 'elements' && simple.canPlay(),
    onUnsuitable(address, { positionSeconds, wasPlaying }) {
      // The unsuitable file was only loaded ahead on the timeline, while an element plays the current file.
      if (active === 'elements') return replaceNext(address)
      suitability.exclude(address)
      activate('elements')
      simple.open(address, positionSeconds)
      if (wasPlaying) simple.play()
      if (next) prepareOn('elements', next.address)
    },
    onNextUnsuitable: replaceNext,
  }).then(connect, () => undefined)

  function connect(loaded: TimelineSound | undefined) {
    timeline = loaded
    applySettings(settings, timeline)
  }

  function set(changed: Partial<Settings>) {
    for (const sound of [simple, timeline]) applySettings(Object.assign(settings, changed), sound)
  }

  const wayOf = (address: string) => (timeline ? suitability.wayOf(address) : 'elements')

  const soundOf = (way: Way) => (way === 'timeline' && timeline ? timeline : simple)

  /**
   * Switches to this way of playing. The previous file is closed later, because its end may still be audible and
   * because unloading takes time.
   */
  function activate(way: Way) {
    dropping.cancel(way)
    if (active === way) return
    const before = active
    active = way
    if (!soundOf(before).isAtEnd()) soundOf(before).pause()
    dropping.defer(before, () => (before === 'timeline' ? timeline?.close() : simple.release()))
  }

  function prepareOn(way: Way, address: string) {
    next = { way, address }
    if (way === 'timeline' && active === 'elements') {
      dropping.cancel('timeline')
      // While an element plays, the timeline is free: the next file is loaded silently on it.
      timeline?.close()
      timeline?.open(address, 0)
    } else soundOf(way).prepare(address)
  }

  function unprepare() {
    if (!next) return
    const { way } = next
    next = undefined
    if (way === 'timeline' && active === 'elements') timeline?.close()
    else soundOf(way).unprepare()
  }

  function replaceNext(address: string) {
    suitability.exclude(address)
    if (active === 'elements') timeline?.close()
    if (next?.address === address) prepareOn('elements', address)
  }

  return {
    open(address, atSeconds) {
      const before = active
      activate(wayOf(address))
      soundOf(active).open(address, atSeconds)
      // The next file was loaded on the timeline to follow the previous track. Opening this track has replaced the
      // timeline.
      if (before !== active && next?.way === 'timeline') prepareOn('timeline', next.address)
    },
    ...commandsOf(() => soundOf(active)),
    setVolume: (...volume) => set({ volume }),
    setGains: (gainOf) => set({ gainOf }),
    setRate: (rate) => set({ rate }),
    prepare(address) {
      unprepare()
      prepareOn(wayOf(address), address)
    },
    unprepare,
    hasSound: () => (active === 'timeline' ? timeline?.canPlay() === true : simple.hasSound()),
    ready: (address) => soundOf(wayOf(address)).ready(address),
    change() {
      if (!next) return undefined
      const { way } = next
      next = undefined
      if (active === way) return soundOf(way).change()
      activate(way)
      return way === 'elements' ? simple.change() : timeline?.loaded()
    },
    close() {
      next = undefined
      simple.close()
      timeline?.close()
    },
  }
}

/** The methods that are forwarded to the way of playing that is active. */
function commandsOf(active: () => Sound): Pick<Sound, 'play' | 'pause' | 'seek' | 'audibleSeconds'> {
  return {
    play: () => active().play(),
    pause: () => active().pause(),
    seek: (seconds) => active().seek(seconds),
    audibleSeconds: () => active().audibleSeconds(),
  }
}

/** The settings that elements and timeline share. */
interface Settings {
  volume: Parameters<Sound['setVolume']>
  rate: number
  gainOf: GainOf
}

function applySettings({ volume, rate, gainOf }: Settings, sound: Sound | undefined): void {
  sound?.setVolume(...volume)
  sound?.setRate(rate)
  sound?.setGains(gainOf)
}

/** Decides which files the timeline plays: those with a suitable name that did not turn out unsuitable. */
function noteUnsuitable() {
  const unsuitable = new Set<string>()
  // The query with the ticket is removed, because the ticket changes.
  const pathOf = (address: string) => address.replace(/[?#].*$/, '')
  return {
    exclude: (address: string) => void unsuitable.add(pathOf(address)),
    wayOf(address: string): Way {
      const path = pathOf(address)
      const isKnown = JOINED.test(path) || isFragmented(address)
      const isSuitable = isKnown && !unsuitable.has(path) && unsuitable.size < UNSUITABLE_MAX
      return isSuitable ? 'timeline' : 'elements'
    },
  }
}

/** Closes the previous way of playing after `RUN_OUT` milliseconds, unless it is used again before. */
function createDelays() {
  const timers = new Map<Way, ReturnType<typeof setTimeout>>()
  return {
    cancel: (way: Way) => clearTimeout(timers.get(way)),
    defer: (way: Way, act: () => void) => void timers.set(way, setTimeout(act, RUN_OUT)),
  }
}
