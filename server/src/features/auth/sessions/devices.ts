/**
 * The device that a user agent describes. The text of an unknown user agent is never shown. See
 * docs/security-requirements.md A-10.
 */
export interface Device {
  browser: string
  type: 'mobile' | 'tablet' | 'desktop'
}

/** Patterns of browsers. The first match wins. The order matters, because most browsers also name other browsers. */
const FAMILIES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function readDevice(userAgent: string | undefined): Device {
  const text = userAgent ?? ''
  const family = FAMILIES.find(([pattern]) => pattern.test(text))?.[1]
  if (family === undefined) return { browser: 'Unbekannt', type: 'desktop' }
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  return { browser: system === undefined ? family : `${family} auf ${system}`, type: readType(text) }
}

function readType(text: string): Device['type'] {
  if (/\biPad\b/.test(text) || (/\bAndroid\b/.test(text) && !/\bMobile\b/.test(text))) return 'tablet'
  return /\bMobile\b|\biPhone\b/.test(text) ? 'mobile' : 'desktop'
}
