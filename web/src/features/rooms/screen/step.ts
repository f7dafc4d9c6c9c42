import type { InRoom, RoomFollowing } from '../state/room-tab.ts'

/** How closely this browser plays in step with the room, as `StepMark` in the head of the room shows it. */
export interface Step {
  /** How the dots are drawn: `ok` stands still, `near` and `off` drift, `mute` is grey. */
  look: 'ok' | 'near' | 'off' | 'mute'
  text: string
  /** The deviation as it is written beside the text; undefined while there is none to show. */
  deviation: string | undefined
}

const SILENT: Partial<Record<RoomFollowing['name'], string>> = {
  locked: 'Für dich gesperrt',
  needsPress: 'Ton ist aus',
  stopped: 'Ton ist aus',
  buffering: 'Lädt',
  starting: 'Steigt ein',
  waiting: 'Wartet auf den Raum',
}

export function stepOf({ name, deviationMs }: RoomFollowing, isConnected: boolean): Step {
  if (!isConnected) return { look: 'mute', text: 'Verbindung weg', deviation: undefined }
  const ms = deviationMs === undefined ? undefined : Math.abs(deviationMs)
  if (name === 'inStep')
    return { look: 'ok', text: 'Im Gleichlauf', deviation: ms === undefined ? undefined : `±${ms} ms` }
  if (name === 'correcting')
    return { look: 'near', text: 'Gleicht an', deviation: ms === undefined ? undefined : `${ms} ms` }
  if (name === 'jumping') return { look: 'off', text: 'Springt nach', deviation: undefined }
  return { look: 'mute', text: SILENT[name] ?? '', deviation: undefined }
}

/** What `StepMark` shows before a premiere: whether the clock of this browser was compared with that of the server. */
export function clockStep({ isConnected, clockAgeMs }: Pick<InRoom, 'isConnected' | 'clockAgeMs'>): Step {
  if (!isConnected) return { look: 'mute', text: 'Verbindung weg', deviation: undefined }
  return clockAgeMs() === undefined
    ? { look: 'mute', text: 'Gleicht die Uhr ab', deviation: undefined }
    : { look: 'ok', text: 'Uhr abgeglichen', deviation: undefined }
}

/** The deviation in milliseconds at the edges of the scale. */
export const SCALE_MS = 30
/** Maximum number of members on the scale. */
const SHOWN_MAX = 12

/** The place of a deviation on the scale, in percent of its width. Deviations beyond the scale are at its edge. */
export function placeOnScale(ms: number): number {
  return Math.round(((Math.min(SCALE_MS, Math.max(-SCALE_MS, ms)) + SCALE_MS) / (2 * SCALE_MS)) * 100)
}

interface Deviating {
  id: string
  /** Positive if the sound is ahead of the room. */
  ms: number
}

/** The largest deviations, and how many members are left out. */
export function shownDeviations<T extends Deviating>(all: readonly T[]): { shown: T[]; others: number } {
  const shown = all.toSorted((one, other) => Math.abs(other.ms) - Math.abs(one.ms)).slice(0, SHOWN_MAX)
  return { shown, others: all.length - shown.length }
}

/** A deviation as text, for example `6 ms später`. Sound that is ahead of the room is “früher”. */
export function deviationText(ms: number): string {
  if (ms === 0) return 'im Takt'
  return `${Math.abs(ms)} ms ${ms > 0 ? 'früher' : 'später'}`
}

/** The correction of the playback rate, for example `+0,4 %`. */
export function correctionText(percent: number): string {
  if (percent === 0) return 'keiner'
  const text = Math.abs(percent).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  return `${percent > 0 ? '+' : '−'}${text} %`
}
