import type { Loaded, SoundEvents } from './audio.ts'
import type { DeckOutput } from './output/sound-output.ts'
import type { RoutedSound } from './routed-sound.ts'

/** The sound of a deck, and access to the fader that controls its level. */
export interface DeckParts extends Pick<DeckOutput, 'mayFade' | 'canFade' | 'fader'> {
  sound: RoutedSound
}

/** What was last reported about the file that a deck holds. `position.at` is in milliseconds of `performance.now()`. */
export interface DeckNotes {
  loaded: Loaded
  position: { seconds: number; at: number }
}

/** One of the two sounds that a crossfade fades into each other. */
export type Deck = DeckParts & DeckNotes

/** @param eventsOf - returns the event handlers for the deck; the object that it receives becomes the deck itself */
export function createDeck(
  create: (events: SoundEvents) => DeckParts,
  eventsOf: (deck: DeckNotes) => SoundEvents,
): Deck {
  const notes: DeckNotes = { loaded: nothingLoaded(), position: positionAt(0) }
  const events = eventsOf(notes)
  const parts = create({
    ...events,
    onTime(seconds) {
      notes.position = positionAt(seconds)
      events.onTime(seconds)
    },
    onLength(durationSeconds) {
      notes.loaded = { ...notes.loaded, durationSeconds }
      events.onLength(durationSeconds)
    },
    onBuffered(bufferedSeconds) {
      notes.loaded = { ...notes.loaded, bufferedSeconds }
      events.onBuffered(bufferedSeconds)
    },
  })
  return Object.assign(notes, parts)
}

export function openOn(deck: Deck, address: string, atSeconds: number): void {
  deck.loaded = nothingLoaded()
  deck.position = positionAt(atSeconds)
  deck.sound.open(address, atSeconds)
}

export function seekOn(deck: Deck, seconds: number): void {
  deck.position = positionAt(seconds)
  deck.sound.seek(seconds)
}

/** Switches to the file that the sound of this deck has preloaded; undefined when that file cannot be used. */
export function changeOn(deck: Deck): Loaded | undefined {
  deck.position = positionAt(0)
  const loaded = deck.sound.change()
  deck.loaded = loaded ?? nothingLoaded()
  return loaded
}

/** The second of the deck's file that plays now, calculated from the last reported position and the playback rate. */
export function secondsOn({ position }: DeckNotes, rate: number): number {
  return position.seconds + ((performance.now() - position.at) / 1000) * rate
}

const nothingLoaded = (): Loaded => ({ durationSeconds: undefined, bufferedSeconds: 0 })

function positionAt(seconds: number): DeckNotes['position'] {
  return { seconds, at: performance.now() }
}
