import type { Sharp, SharpOptions } from 'sharp'
import { boundedQueue } from '../bounded-queue.ts'
import { imageTypeOf } from '#media/embedded-cover.ts'

/** security U-03. */
const PIXELS_MAX = 40_000_000
const JOBS_AT_ONCE = 2
const JOBS_WAITING = 200
/** No picture that we make is wider or higher. */
const LONGEST_SIDE = 4096
const QUALITY = 80
const FRAMES_MAX = 200
/** Longest sides of a picture in the chat, pixels: opened large, and in the list. */
const CHAT_SIDE = 2048
const CHAT_SMALL_SIDE = 640

/** What bytes that should be a picture are. */
export type PictureCheck = 'picture' | 'not-a-picture' | 'broken'

type MakeSharp = (bytes: Uint8Array, options: SharpOptions) => Sharp
let loading: Promise<MakeSharp> | undefined
const jobs = boundedQueue({ atOnce: JOBS_AT_ONCE, waiting: JOBS_WAITING })

/** How many pictures wait to be looked at or drawn. */
export const waitingPictures = (): number => jobs.waiting()

/**
 * Tells whether bytes are a picture that we take: JPEG, PNG, WebP or GIF by their first bytes, not too many pixels,
 * and with `decode` readable to the end. @throws Refused `overloaded`
 */
export async function checkPicture(
  bytes: Uint8Array,
  { decode }: { decode: boolean },
): Promise<PictureCheck> {
  if (imageTypeOf(bytes.subarray(0, 12)) === undefined) return 'not-a-picture'
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
      const { width, height } = await picture.metadata()
      if (width * height > PIXELS_MAX) return 'broken'
      // A few pixels for all of it: cheap to make, and it needs every byte.
      if (decode) await picture.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
      return 'picture'
    } catch {
      return 'broken'
    }
  })
}

/**
 * A WebP of the picture, upright and without what a camera wrote into it, at most `width` pixels wide and never larger
 * than it was; undefined when it cannot be read. @throws Refused `overloaded`
 */
export async function makeSmaller(bytes: Uint8Array, width: number | undefined): Promise<Buffer | undefined> {
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'none' })
        .autoOrient()
        .resize({
          width: width ?? LONGEST_SIDE,
          height: LONGEST_SIDE,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .webp({ quality: QUALITY })
        .toBuffer()
    } catch {
      return undefined
    }
  })
}

/**
 * A JPEG of the picture, upright and without what a camera wrote into it, its longest side at most `side` pixels;
 * undefined when it cannot be read. @throws Refused `overloaded`
 */
export async function makePortrait(
  bytes: Uint8Array,
  side: number,
  quality: number,
): Promise<Buffer | undefined> {
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer()
    } catch {
      return undefined
    }
  })
}

/** A picture for the chat: drawn anew, with its measures, and a smaller one for the list. */
export interface ChatPicture {
  bytes: Buffer
  width: number
  height: number
  small: Buffer
}

/**
 * WebPs of the picture, upright and without what a camera wrote into it; what moved still moves. Takes what covers are
 * made of, and AVIF. @throws Refused `overloaded`
 */
export async function makeChatPicture(bytes: Uint8Array): Promise<ChatPicture | 'not-a-picture' | 'broken'> {
  if (imageTypeOf(bytes.subarray(0, 12)) === undefined && !isAvif(bytes)) return 'not-a-picture'
  return jobs.run(async () => {
    const sharp = await loadSharp()
    const open = () => sharp(bytes, { animated: true, limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
    const inside = async (side: number) =>
      open()
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY, effort: 3 })
        .toBuffer({ resolveWithObject: true })
    try {
      const { width, height, pages = 1 } = await open().metadata()
      if (width * height > PIXELS_MAX || pages > FRAMES_MAX) return 'broken'
      const { data, info } = await inside(CHAT_SIDE)
      const small = await inside(CHAT_SMALL_SIDE)
      return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, small: small.data }
    } catch {
      return 'broken'
    }
  })
}

/** The box that an AVIF file begins with, and the brand in it. */
function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8))
}

/** Loaded with the first picture, because a start without it is faster and smaller. */
async function loadSharp(): Promise<MakeSharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Of all that the library reads, only what we take; SVG, PDF and the like never get there.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    return sharp
  })
  return loading
}
