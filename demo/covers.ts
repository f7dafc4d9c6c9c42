import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { CoverDesign, DemoAlbum } from './album.ts'
import { lettering } from './lettering.ts'
import { motifs } from './motifs.ts'

const SIDE = 1000

/** The cover of an album as a JPEG of 1000 × 1000; undefined for an album without one. */
export async function coverOf({ title, cover }: DemoAlbum): Promise<Buffer | undefined> {
  if (cover === undefined) return undefined
  const svg =
    'art' in cover
      ? await readFile(join(import.meta.dirname, 'art', `${cover.art}.svg`))
      : Buffer.from(drawn(cover.design, title))
  return await sharp(svg, { density: 72 * (SIDE / 600) })
    .resize(SIDE, SIDE)
    .jpeg({ quality: 86 })
    .toBuffer()
}

const PORTRAIT_SIDE = 400

/** The image of a member of the demo, as the data URL that the browser sends. */
export async function portraitOf(art: string): Promise<string> {
  const jpeg = await sharp(join(import.meta.dirname, 'art', `avatar-${art}.svg`))
    .resize(PORTRAIT_SIDE, PORTRAIT_SIDE)
    .jpeg({ quality: 92 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

export function drawn(design: CoverDesign, seed: string): string {
  const { body, ink } = motifs[design.motif](design.palette, seed)
  const words = lettering(design.title, design.at, ink)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">',
    `<rect width="600" height="600" fill="${design.palette[0]}"/>${body}${words}</svg>`,
  ].join('')
}
