/**
 * Renders the icons in web/public from `logo.svg`: `node scripts/make-icons.ts`. The build uses the committed files.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../web/public')

/** The background of the dark theme, as in the manifest, and the colour of the logo. */
const GROUND = '#0d1013'
const COPPER = '#e99d66'

interface Drawing {
  /** The content of an SVG element. */
  content: string
  /** Width and height of the SVG, in the units of its content. */
  size: number
}

const logo: Drawing = {
  content: readFileSync(join(folder, 'logo.svg'), 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, ''),
  size: 32,
}

/** A drawing from an icon of Lucide (ISC). The app shows the same icon for the same page. */
const outline = (paths: string): Drawing => ({
  content: `<g stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
  size: 24,
})
const search = outline('<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>')
const history = outline(
  '<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3 3v5h5"/><path d="M12 7v5l4 2"/>',
)

interface Look {
  /** The share of the icon's width that the drawing takes. */
  share: number
  color?: string
  /** The background; transparent if undefined. */
  ground?: string
  /** Radius of the corners of the background, in percent of the width. */
  corner?: number
}

function icon({ content, size }: Drawing, { share, color = COPPER, ground, corner = 0 }: Look): string {
  const edge = 50 * (1 - share)
  const rect = ground && `<rect width="100" height="100" rx="${corner}" fill="${ground}"/>`
  const group = `<g transform="translate(${edge} ${edge}) scale(${(100 * share) / size})">${content}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" color="${color}">${rect ?? ''}${group}</svg>`
}

async function render(svg: string, side: number, hasPalette = true): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * side) / 100 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: hasPalette })
    .toBuffer()
}

/** An ICO file of PNG images. */
function ico(images: readonly { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { side, png }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

// Launchers may cut off everything outside of a circle with four fifths of the width (Web Application Manifest,
// "maskable").
const MASKABLE: Look = { share: 0.6, ground: GROUND }
const SHORTCUT: Look = { share: 0.5, ground: GROUND, corner: 22 }

const FILES: readonly [name: string, side: number, svg: string][] = [
  ['icon-192.png', 192, icon(logo, { share: 1 })],
  ['icon-512.png', 512, icon(logo, { share: 1 })],
  ['icon-maskable-192.png', 192, icon(logo, MASKABLE)],
  ['icon-maskable.png', 512, icon(logo, MASKABLE)],
  // Systems use only the shape of a monochrome icon, not its colour.
  ['icon-monochrome.png', 512, icon(logo, { share: 0.6, color: '#fff' })],
  ['touch-icon.png', 180, icon(logo, { share: 0.72, ground: GROUND })],
  ['shortcut-search.png', 96, icon(search, SHORTCUT)],
  ['shortcut-history.png', 96, icon(history, SHORTCUT)],
]
for (const [name, side, svg] of FILES) writeFileSync(join(folder, name), await render(svg, side))

const FAVICON_SIDES = [16, 32, 48]
const favicon = await Promise.all(
  FAVICON_SIDES.map(async (side) => ({ side, png: await render(icon(logo, { share: 1 }), side, false) })),
)
writeFileSync(join(folder, 'favicon.ico'), ico(favicon))
