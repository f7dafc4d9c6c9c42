import { formatDate } from '#format.ts'

/** The text that is shown while copies are locked. `since`: milliseconds since 1970. */
export function lockText(since: number): string {
  return `Gesperrt seit dem ${formatDate(new Date(since))}. Öffne das Archiv einmal mit Internet.`
}

export function daysText(days: number): string {
  const left = days === 1 ? 'Noch 1 Tag' : `Noch ${days} Tage`
  return `${left}: Öffne das Archiv einmal mit Internet, sonst werden die Kopien gesperrt.`
}
