import type { Device } from '@tonarchiv/contract/auth'

/**
 * Patterns for the names of browsers. Their order matters, because the user agents of most browsers also contain the
 * names of others.
 */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\bWindows NT\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * This device, as its user agent describes it; used when the list of devices cannot be loaded. See docs/product.md
 * §5.3.
 */
export function ownDevice(userAgent: string, now: Date): Device {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  const isTablet = system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(userAgent))
  const isPhone = system === 'iPhone' || system === 'Android'
  const name = [browser, system].filter((each) => each !== undefined).join(' auf ') || 'Unbekannt'
  return {
    id: 'this',
    name,
    browser: name,
    type: isTablet ? 'tablet' : isPhone ? 'mobile' : 'desktop',
    lastUsed: now.toISOString(),
    isCurrent: true,
  }
}

const MINUTE_MS = 60_000

/**
 * When a device was last used: „gerade eben“, „vor 5 Minuten“, „vor 2 Stunden“; from one day on „am 03.11.2024“. `now`:
 * milliseconds since 1970.
 */
export function whenUsed(lastUsed: string, now: number, dateOf: (moment: string) => string): string {
  const minutes = Math.floor((now - Date.parse(lastUsed)) / MINUTE_MS)
  // Two minutes, because the server stores the time of the last use only to the minute.
  if (minutes < 2) return 'gerade eben'
  if (minutes < 60) return `vor ${minutes} Minuten`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'vor einer Stunde' : `vor ${hours} Stunden`
  return `am ${dateOf(lastUsed)}`
}
