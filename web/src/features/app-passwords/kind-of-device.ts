/**
 * The kind of device, guessed from the name that the member has given to an app password. It determines the icon of the
 * row.
 */
export type KindOfDevice = 'phone' | 'tablet' | 'computer' | 'radio' | 'television' | 'car' | 'other'

/**
 * Words that suggest a kind of device. The first match counts: "Tablet" is before "Tab", and "Autoradio" is a car, not
 * a radio.
 */
const WORDS: readonly (readonly [KindOfDevice, RegExp])[] = [
  ['tablet', /tablet|ipad/],
  ['car', /auto|wagen|carplay/],
  ['phone', /telefon|handy|smartphone|iphone|android|galaxy|pixel|fairphone|\bphone\b/],
  ['television', /fernseh|beamer|\btv\b|chromecast|kodi/],
  ['radio', /radio|lautsprecher|verstärker|anlage|sonos|küche|\bbox\b|speaker/],
  ['computer', /rechner|computer|laptop|notebook|macbook|\bmac\b|\bpc\b|desktop|arbeitsplatz/],
]

export function kindOfDevice(name: string): KindOfDevice {
  const lower = name.toLocaleLowerCase('de')
  return WORDS.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other'
}
