/** Milliseconds as text, for example `1:22,15`; empty for undefined. */
export function timeText(ms: number | undefined): string {
  if (ms === undefined) return ''
  const hundredths = Math.round(ms / 10)
  const seconds = `${Math.floor(hundredths / 100) % 60}`.padStart(2, '0')
  return `${Math.floor(hundredths / 6000)}:${seconds},${String(hundredths % 100).padStart(2, '0')}`
}

/**
 * Parses `1:22,15`, `1:22`, `82,15` or `82` into milliseconds; undefined for an empty text, null for an invalid one.
 */
export function timeOfText(text: string): number | undefined | null {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const match = /^(?:(\d{1,3}):(?=[0-5]?\d(?:[,.]|$)))?(\d{1,5})(?:[,.](\d{1,3}))?$/.exec(trimmed)
  if (match === null) return null
  const [, minutes = '0', seconds = '0', fraction = ''] = match
  const ms = Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
  return ms < 1000 * 60_000 ? Math.round(ms / 10) * 10 : null
}
