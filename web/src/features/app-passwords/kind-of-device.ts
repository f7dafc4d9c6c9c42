/** The kind of device that the free-text name of an app password suggests; chooses the icon of its row. */
export type KindOfDevice = 'phone' | 'tablet' | 'computer' | 'radio' | 'television' | 'car' | 'other'

/** The first match counts: "Tablet" before "Tab", "Autoradio" in a car before a radio. */
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
