import type { ChosenMode, RoomKind, RoomMode } from '@tonarchiv/contract/rooms'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import { formatNumber } from '#format.ts'

/** The names of the modes, and what they mean for the member who chooses one. */
export const MODES: Readonly<Record<ChosenMode, { name: string; meaning: string }>> = {
  host: { name: 'Gastgeber bestimmt', meaning: 'Nur du steuerst. Andere schlagen Titel vor.' },
  all: { name: 'Alle dürfen', meaning: 'Jede und jeder fügt hinzu, spult und springt weiter.' },
  vote: {
    name: 'Abstimmung',
    meaning: 'Stimmen ordnen die Warteschlange, mehr als die Hälfte überspringt.',
  },
}

/** The name of a mode, also of the mode `premiere`, which members cannot choose. */
export function modeName(mode: RoomMode): string {
  return mode === 'premiere' ? 'Premiere' : MODES[mode].name
}

/** What opens a room. */
export const OPEN_TEXTS: Readonly<Record<RoomKind, string>> = {
  music: 'Hörraum öffnen',
  video: 'Kinoabend öffnen',
}

/** The first word of a member's name, for short texts. */
export function callNameOf(person: Pick<Person, 'displayName' | 'username'>): string {
  const name = shownName(person)
  return name.trim().split(/\s+/u)[0] ?? name
}

export function peopleText(count: number): string {
  return count === 1 ? '1 Person' : `${formatNumber(count)} Personen`
}

export function titlesText(count: number): string {
  return `${formatNumber(count)} Titel`
}

export function videosText(count: number): string {
  return count === 1 ? '1 Video' : `${formatNumber(count)} Videos`
}

/** A length in words, for example `38 Minuten`. */
export function minutesText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  return minutes === 1 ? '1 Minute' : `${formatNumber(minutes)} Minuten`
}

/** For how long a member has been listening: `hört gerade`, `hört seit 40 Minuten`, `hört seit 2 Stunden`. */
export function listensText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'hört gerade'
  if (minutes < 60) return `hört seit ${minutes === 1 ? '1 Minute' : `${minutes} Minuten`}`
  const hours = Math.floor(minutes / 60)
  return `hört seit ${hours === 1 ? '1 Stunde' : `${formatNumber(hours)} Stunden`}`
}
