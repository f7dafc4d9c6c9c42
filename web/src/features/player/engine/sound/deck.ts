import type { Loaded, SoundEvents } from './audio.ts'
import type { DeckOutput } from './output/sound-output.ts'
import type { RoutedSound } from './routed-sound.ts'

/** A sound, and the fader of its level. */
export interface DeckParts extends Pick<DeckOutput, 'mayFade' | 'canFade' | 'fader'> {
  sound: RoutedSound
}

/** What is known about the file that a deck holds. */
export interface DeckNotes {
  loaded: Loaded
  position: { seconds: number; at: number }
}

/** One of the two sounds that fade into each other. */
export type Deck = DeckParts & DeckNotes

/** @param eventsOf - returns the handlers of the deck's events; its argument becomes the deck itself */
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

/** Switches to the file that the deck's own sound has preloaded. */
export function changeOn(deck: Deck): Loaded | undefined {
  deck.position = positionAt(0)
  const loaded = deck.sound.change()
  deck.loaded = loaded ?? nothingLoaded()
  return loaded
}

/** The second of the file that is heard now, while it plays at this rate. */
export function secondsOn({ position }: DeckNotes, rate: number): number {
  return position.seconds + ((performance.now() - position.at) / 1000) * rate
}

const nothingLoaded = (): Loaded => ({ durationSeconds: undefined, bufferedSeconds: 0 })

function positionAt(seconds: number): DeckNotes['position'] {
  return { seconds, at: performance.now() }
}
