/** Converts an ISO date to German format: `2023`, `05.2023` or `12.05.2023` from `2023`, `2023-05` or `2023-05-12`. */
export function germanDate(date: string): string {
  return date.split('-').toReversed().join('.')
}

/**
 * Converts a date in German format (`2023`, `5.2023`, `12.5.2023`) to an ISO date; null for an empty text. Any other
 * text is returned unchanged, so that the contract's check rejects it.
 */
export function dateFromGerman(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, day, month, year] = /^(?:(?:(\d{1,2})\.\s?)?(\d{1,2})\.\s?)?(\d{4})$/.exec(trimmed) ?? []
  if (year === undefined) return trimmed
  return [year, month, day].flatMap((part) => part?.padStart(2, '0') ?? []).join('-')
}
