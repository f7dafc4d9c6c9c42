/** Colours of spines: the background colour and the text colour. */
const COLOURS = [
  ['#7d3b32', '#f4d9cf'],
  ['#1b2742', '#f3c66b'],
  ['#3b4a3e', '#d8e3d3'],
  ['#1f2428', '#b9c1c7'],
  ['#1f3a2e', '#e7e2cf'],
  ['#d3d6d8', '#262b30'],
  ['#5a4664', '#e8dbf0'],
  ['#0f3a43', '#bfeedd'],
  ['#2e4a63', '#cfe0ee'],
  ['#c9bfa8', '#2a2519'],
  ['#7f98a6', '#14222b'],
  ['#8c6fa8', '#1b1035'],
  ['#b98f62', '#2c1c10'],
  ['#d8472b', '#1d0c07'],
  ['#123c8f', '#cfe0ff'],
  ['#e2b43a', '#1d1b16'],
] as const
/** The smallest and the largest width of a spine in pixels; the smallest one has room for a title. */
const THIN = 16
const THICK = 36
interface Spine {
  /** px */
  width: number
  paper: string
  print: string
}

/** The text colour of a spine whose background has the colour of a cover. */
const PRINT_ON_TONE = '#f4efe6'

/**
 * Width and colours of an album's spine. The width grows with the number of tracks. The background has the colour of
 * the cover (`tone`) or, while that is not known, a colour derived from the album's id.
 */
export function spineOf(albumId: string, tracks: number, tone: string | undefined): Spine {
  const width = Math.min(THICK, Math.round(THIN + tracks))
  if (tone !== undefined) return { width, paper: tone, print: PRINT_ON_TONE }
  let sum = 0
  for (const letter of albumId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  const [paper, print] = COLOURS[sum % COLOURS.length] ?? COLOURS[0]
  return { width, paper, print }
}
