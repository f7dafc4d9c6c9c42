/** Letters as strokes for the covers: capitals with a height of ten units, `width` units wide. */
const GLYPHS: Record<string, { width: number; path: string }> = {
  A: { width: 8, path: 'M0 10L4 0L8 10M1.5 6.4H6.5' },
  B: { width: 6.8, path: 'M0 0V10H4.1A2.7 2.7 0 0 0 4.1 4.6H0M0 0H3.7A2.3 2.3 0 0 1 3.7 4.6' },
  C: { width: 8.4, path: 'M8.4 1.7A5 5 0 1 0 8.4 8.3' },
  D: { width: 8, path: 'M0 0H3A5 5 0 0 1 3 10H0Z' },
  E: { width: 5.8, path: 'M5.8 0H0V10H5.8M0 4.8H5' },
  F: { width: 5.8, path: 'M5.8 0H0V10M0 4.8H5' },
  G: { width: 8.6, path: 'M8.3 1.6A5 5 0 1 0 8.6 8.2V5.3H5.4' },
  H: { width: 7.4, path: 'M0 0V10M7.4 0V10M0 4.9H7.4' },
  I: { width: 0, path: 'M0 0V10' },
  J: { width: 4.6, path: 'M4.6 0V7.4A2.3 2.6 0 0 1 0 7.4' },
  K: { width: 6.8, path: 'M0 0V10M6.6 0L0 6.2M2.5 3.9L6.8 10' },
  L: { width: 5.4, path: 'M0 0V10H5.4' },
  M: { width: 9.4, path: 'M0 10V0L4.7 7.2L9.4 0V10' },
  N: { width: 7.8, path: 'M0 10V0L7.8 10V0' },
  O: { width: 10, path: 'M5 0A5 5 0 1 0 5 10A5 5 0 1 0 5 0Z' },
  P: { width: 6.4, path: 'M0 10V0H3.6A2.8 2.8 0 0 1 3.6 5.6H0' },
  R: { width: 6.8, path: 'M0 10V0H3.6A2.8 2.8 0 0 1 3.6 5.6H0M3.2 5.6L6.8 10' },
  S: {
    width: 6.6,
    path: 'M6.2 1.9C5.7.7 4.6 0 3.3 0C1.5 0 .3 1 .3 2.5C.3 6.1 6.6 4 6.6 7.4C6.6 9 5.2 10 3.3 10C1.6 10 .4 9.2 0 7.9',
  },
  T: { width: 7, path: 'M0 0H7M3.5 0V10' },
  U: { width: 7.4, path: 'M0 0V6.3A3.7 3.7 0 0 0 7.4 6.3V0' },
  W: { width: 9.4, path: 'M0 0L2.4 10L4.7 2.8L7 10L9.4 0' },
  Z: { width: 6.8, path: 'M0 0H6.8L0 10H6.8' },
  '1': { width: 2.6, path: 'M0 2.2L2.6 0V10' },
  '4': { width: 7, path: 'M5.2 10V0L0 6.9H7' },
  ' ': { width: 3, path: '' },
}
/** Two dots over a letter, by its width. */
const DOTS = (width: number) => `M${width / 2 - 1.6} -2.3h.01M${width / 2 + 1.6} -2.3h.01`
const SPACING = 3.1

export type Corner = 'top-left' | 'bottom-left' | 'bottom-right'

/** A line of capitals in a corner of an image of 600 × 600, as SVG. `size` is the height of a capital. */
export function lettering(text: string, corner: Corner, colour: string, size = 26): string {
  const scale = size / 10
  let x = 0
  let path = ''
  for (const character of text) {
    const base = character.normalize('NFD').charAt(0)
    const glyph = GLYPHS[base]
    if (glyph === undefined) throw new Error(`The covers have no letter ${character}`)
    path += `<path d="${glyph.path}${base === character ? '' : DOTS(glyph.width)}" transform="translate(${x.toFixed(1)})"/>`
    x += glyph.width + SPACING
  }
  const width = (x - SPACING) * scale
  const left = corner === 'bottom-right' ? 600 - 42 - width : 42
  const top = corner === 'top-left' ? 48 : 600 - 42 - size
  const stroke = `fill="none" stroke="${colour}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"`
  return `<g transform="translate(${left.toFixed(1)} ${top}) scale(${scale})" ${stroke}>${path}</g>`
}
