import type { Loaded, SoundEvents } from './audio.ts'
import { createDeck, openOn, secondsOn } from './deck.ts'
import type { Deck, DeckNotes, DeckParts } from './deck.ts'
import { gatedEvents } from './gated-events.ts'

/** A crossfade may begin up to this many seconds early, because the position is reported only four times a second. */
const EARLY_SECONDS = 0.25
/** Shortest fade in seconds. */
const LEAST_SECONDS = 0.05
/** Both gain curves are scheduled to begin this many seconds after the command, so that they begin at the same time. */
const CURVES_BEGIN_AFTER = 0.02
/** Seconds from the end of a crossfade until the file that has faded out is closed. */
const OVER_AFTER = 0.5

export interface CrossfadeParts {
  /** Creates a deck: the first one at once, the second one when a crossfade is first chosen. */
  createDeck: (events: SoundEvents) => DeckParts
  events: SoundEvents
  /** The duration of the current file in seconds; before its header was read, that of the archive. */
  durationSeconds: () => number
}

/**
 * The file that follows the current one. With `isBeside` the other deck plays it; that deck opens it as soon as no file
 * fades out there.
 */
interface Next {
  address: string
  isBeside: boolean
  isOpened: boolean
}

/** The crossfade in progress, from the deck `from` to the active deck. */
interface Fading {
  from: Deck
  seconds: number
  /** When the file that fades out ends, in milliseconds of `performance.now()`. */
  endsAt: number
  /** Whether the next file is audible and both gain curves have been started. */
  isRunning: boolean
}

/** Switches and fades between two decks, each of which plays a file. The active deck plays the current file. */
export class Crossfade {
  readonly #parts: CrossfadeParts
  readonly #rate: () => number
  active: Deck
  other: Deck | undefined
  crossfade = 0
  next: Next | undefined
  fading: Fading | undefined
  isPlaying = false
  /**
   * When the current file ends, in milliseconds of `performance.now()`. Set only during the call that begins its
   * crossfade.
   */
  #dueEnd: number | undefined

  constructor(parts: CrossfadeParts, rate: () => number) {
    this.#parts = parts
    this.#rate = rate
    this.active = this.createDeck()
  }

  createDeck(): Deck {
    return createDeck(this.#parts.createDeck, (deck) => this.#eventsOf(deck))
  }

  /**
   * Forwards the events of a deck only while that deck is the active one. When a file ends or fails on the deck that
   * fades out, the crossfade ends; when the next file fails on the other deck, that file is dropped.
   */
  #eventsOf(deck: DeckNotes): SoundEvents {
    const gated = gatedEvents(this.#activeEvents(), () => deck === this.active)
    return {
      ...gated,
      onEnded: () => {
        if (this.fading?.from === deck) this.endFade()
        gated.onEnded()
      },
      onFailure: (failure) => {
        if (this.fading?.from === deck) this.endFade()
        else if (deck === this.other && this.next?.isBeside === true) this.unprepare()
        gated.onFailure(failure)
      },
    }
  }

  #activeEvents(): SoundEvents {
    const { events } = this.#parts
    return {
      ...events,
      onTime: (seconds) => {
        events.onTime(seconds)
        if (this.fading?.isRunning === true && seconds / this.#rate() > this.fading.seconds + OVER_AFTER)
          this.endFade()
        this.#begin()
      },
      onPlaying: () => {
        this.isPlaying = true
        if (this.fading) this.#runCurves(this.fading)
        else this.active.fader()?.open()
        events.onPlaying()
      },
      onWaiting: () => {
        this.isPlaying = false
        events.onWaiting()
      },
      onPaused: () => {
        this.isPlaying = false
        this.dropFaded()
        events.onPaused()
      },
      onEnded: () => {
        this.isPlaying = false
        events.onEnded()
      },
      onFailure: (failure) => {
        this.isPlaying = false
        events.onFailure(failure)
      },
    }
  }

  /** Calls `onNearlyEnded` as soon as the crossfade can begin; the player then switches to the next file. */
  #begin(): void {
    if (!this.isPlaying || this.fading || !this.other || !this.next?.isBeside || !this.next.isOpened) return
    const left = (this.#parts.durationSeconds() - secondsOn(this.active, this.#rate())) / this.#rate()
    if (left > this.crossfade + EARLY_SECONDS || left < LEAST_SECONDS || !this.other.sound.hasSound()) return
    if (!this.active.canFade() || !this.other.canFade()) return this.#followPlainly(this.next.address)
    this.#dueEnd = performance.now() + left * 1000
    this.#parts.events.onNearlyEnded()
    this.#dueEnd = undefined
  }

  /**
   * Prepares the next file on the active deck, without a crossfade. Used when no crossfade is chosen, or when the decks
   * cannot be connected to the Web Audio mixer.
   */
  #followPlainly(address: string): void {
    this.unprepare()
    this.next = { address, isBeside: false, isOpened: true }
    this.active.sound.prepare(address)
  }

  /** Starts the gain curves of both decks as soon as the next file is audible. */
  #runCurves({ from, seconds: wanted, endsAt, isRunning }: Fading): void {
    if (isRunning) return
    const [out, into] = [from.fader(), this.active.fader()]
    const left = (endsAt - performance.now()) / 1000 - CURVES_BEGIN_AFTER
    const seconds = Math.min(wanted, left)
    if (!out || !into || seconds < LEAST_SECONDS) return this.endFade()
    const at = into.now() + CURVES_BEGIN_AFTER
    out.fade('out', at, seconds)
    into.fade('in', at, seconds)
    this.fading = { from, seconds, endsAt, isRunning: true }
  }

  /** Ends the crossfade: closes the file that fades out, and sets the current file to its full level. */
  endFade(): void {
    if (!this.fading) return
    this.dropFaded()
    this.active.fader()?.open()
  }

  /** Closes the file that fades out. If the next file waits for the deck that is free now, it is opened there. */
  dropFaded(): void {
    this.fading?.from.sound.close()
    this.fading = undefined
    if (this.next?.isBeside === true && !this.next.isOpened) this.#prepareBeside(this.next.address)
  }

  #prepareBeside(address: string): void {
    this.next = { address, isBeside: true, isOpened: !this.fading }
    if (this.other && !this.fading) openOn(this.other, address, 0)
  }

  prepare(address: string): void {
    this.unprepare()
    if (this.crossfade > 0 && this.other) this.#prepareBeside(address)
    else this.#followPlainly(address)
  }

  unprepare(): void {
    if (this.next?.isBeside === false) this.active.sound.unprepare()
    else if (this.next?.isOpened === true) this.other?.sound.close()
    this.next = undefined
  }

  /**
   * Makes the other deck the active one. The previous file fades out if a crossfade has begun; otherwise it is closed.
   */
  swap(): Loaded {
    const before = this.active
    if (this.other) [this.active, this.other] = [this.other, before]
    this.isPlaying = false
    if (this.#dueEnd === undefined) {
      before.sound.close()
      this.active.fader()?.open()
    } else {
      this.fading = { from: before, seconds: this.crossfade, endsAt: this.#dueEnd, isRunning: false }
      this.active.fader()?.silence()
    }
    return this.active.loaded
  }
}
