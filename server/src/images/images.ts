import type { OverlayOptions, Sharp, SharpOptions } from 'sharp'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { imageTypeOf } from '#audio-probe/embedded-cover.ts'

/** Maximum number of pixels of an image. See docs/security-requirements.md U-03. */
const PIXELS_MAX = 40_000_000
const JOBS_AT_ONCE = 2
const JOBS_WAITING = 200
const JOBS_WAITING_PER_OWNER = 100
/** Longest side of any image that is made here. */
export const LONGEST_SIDE = 4096
const QUALITY = 80
const FRAMES_MAX = 200
/**
 * Maximum number of pixels in the result, over all frames. A larger animation is scaled down, because encoding costs
 * the most by far.
 */
const DRAWN_PIXELS_MAX = 12_000_000
/** A job is stopped after this time. */
const JOB_SECONDS_MAX = 15
/** Longest side in pixels of a chat image in full size. */
const CHAT_SIDE = 2048
/**
 * Longest side in pixels of a chat image in the list of messages. Larger images get a smaller version for this list.
 */
export const CHAT_SMALL_SIDE = 640

/** Result of checking bytes that should be an image. */
export type ImageCheck = 'image' | 'not-a-picture' | 'broken'

interface SharpFactory {
  (bytes: Uint8Array, options: SharpOptions): Sharp
  (options: SharpOptions): Sharp
}
let loading: Promise<SharpFactory> | undefined
const jobs = boundedQueue({
  atOnce: JOBS_AT_ONCE,
  waiting: JOBS_WAITING,
  waitingPerOwner: JOBS_WAITING_PER_OWNER,
})

/** The number of image jobs that are queued. */
export const queuedImages = (): number => jobs.waiting()

/**
 * Checks whether bytes are an accepted image. Their first bytes must be those of a JPEG, PNG, WebP or GIF, and the
 * image must not have too many pixels. With `decode` the image must also be decodable to its end. `owner` is the
 * account that sent the image; jobs of different accounts alternate.
 * @throws Refused `overloaded`
 */
export async function checkImage(
  bytes: Uint8Array,
  { decode, owner }: { decode: boolean; owner?: string | undefined },
): Promise<ImageCheck> {
  if (imageTypeOf(bytes.subarray(0, 12)) === undefined) return 'not-a-picture'
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      const image = opened(sharp, bytes)
      const { width, height } = await image.metadata()
      if (width * height > PIXELS_MAX) return 'broken'
      // The result has only a few pixels, so it is cheap to make, but the decoder must read every byte of the image.
      if (decode) await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
      return 'image'
    } catch {
      return 'broken'
    }
  }, owner)
}

/**
 * The dimensions of an image in pixels, read from its header. Undefined when the bytes are no image, or an image with
 * too many pixels.
 * @throws Refused `overloaded`
 */
export async function dimensionsOf(
  bytes: Uint8Array,
): Promise<{ width: number; height: number } | undefined> {
  if (imageTypeOf(bytes.subarray(0, 12)) === undefined) return undefined
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      const { width, height } = await opened(sharp, bytes).metadata()
      return width * height > PIXELS_MAX ? undefined : { width, height }
    } catch {
      return undefined
    }
  })
}

/**
 * A WebP of the image, rotated upright and without metadata, at most `width` pixels wide and never larger than the
 * original. Undefined when the image cannot be decoded. Jobs of different accounts alternate: `owner` is the account
 * that requests it.
 * @throws Refused `overloaded`
 */
export async function resizeImage(
  bytes: Uint8Array,
  width: number | undefined,
  owner?: string,
): Promise<Buffer | undefined> {
  return jobs.run(
    async () => {
      const sharp = await loadSharp()
      try {
        return await opened(sharp, bytes, { failOn: 'none' })
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
      // All jobs of one account may run at once, because each job is short and a page shows many images.
    },
    owner,
    JOBS_AT_ONCE,
  )
}

/**
 * A JPEG of the image, rotated upright and without metadata, its longest side at most `side` pixels;
 * undefined when it cannot be decoded. Jobs of different accounts alternate: `owner` is the account of the
 * avatar.
 * @throws Refused `overloaded`
 */
export async function createPortrait(
  bytes: Uint8Array,
  side: number,
  quality: number,
  owner?: string,
): Promise<Buffer | undefined> {
  return jobs.run(async () => {
    const sharp = await loadSharp()
    try {
      return await opened(sharp, bytes)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer()
    } catch {
      return undefined
    }
  }, owner)
}

/**
 * A square JPEG of four images in two rows. Each image fills its quarter. Undefined when one of the images cannot be
 * decoded. `owner` is the requesting account; jobs of different accounts alternate.
 * @throws Refused `overloaded`
 */
export async function createMosaic(
  images: readonly Uint8Array[],
  side: number,
  quality: number,
  owner?: string,
): Promise<Buffer | undefined> {
  return jobs.run(async () => {
    const sharp = await loadSharp()
    const half = Math.ceil(side / 2)
    const tiles: OverlayOptions[] = []
    try {
      for (const [index, bytes] of images.slice(0, 4).entries()) {
        const tile = opened(sharp, bytes)
          .resize(half, half, { fit: 'cover' })
          .flatten({ background: '#ffffff' })
        const { data, info } = await tile.raw().toBuffer({ resolveWithObject: true })
        const { width, height, channels } = info
        const place = { left: (index % 2) * half, top: Math.floor(index / 2) * half }
        tiles.push({ input: data, raw: { width, height, channels }, ...place })
      }
      const ground = { width: half * 2, height: half * 2, channels: 3, background: '#ffffff' } as const
      return await sharp({ create: ground }).composite(tiles).jpeg({ quality }).toBuffer()
    } catch {
      return undefined
    }
  }, owner)
}

/** An encoded image of the chat with its dimensions in pixels, and a smaller version for the list of messages. */
export interface ChatImage {
  bytes: Buffer
  width: number
  height: number
  /** Undefined when the image itself is small enough. */
  small: Buffer | undefined
}

interface ChatImageOptions {
  /** The account that sent the image. Jobs of different accounts alternate. */
  owner?: string
  secondsMax?: number
  drawnPixelsMax?: number
}

/**
 * Encodes an image of the chat as WebP, rotated upright and without metadata. Animations stay animated; an animation
 * with many frames is scaled down. AVIF is accepted in addition to the formats of covers.
 * @throws Refused `overloaded`
 */
export async function createChatImage(
  bytes: Uint8Array,
  { owner, secondsMax, drawnPixelsMax = DRAWN_PIXELS_MAX }: ChatImageOptions = {},
): Promise<ChatImage | 'not-a-picture' | 'broken'> {
  if (imageTypeOf(bytes.subarray(0, 12)) === undefined && !isAvif(bytes)) return 'not-a-picture'
  return jobs.run(async () => {
    const sharp = await loadSharp()
    const open = () => opened(sharp, bytes, { animated: true, secondsMax })
    const inside = async (side: number) =>
      open()
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY, effort: 3 })
        .toBuffer({ resolveWithObject: true })
    try {
      // For an animation, the height that sharp reports is the sum of the heights of all frames.
      const { width, height, pages = 1, pageHeight = height } = await open().metadata()
      if (width * height > PIXELS_MAX || pages > FRAMES_MAX) return 'broken'
      const budgetSide = Math.floor(
        Math.max(width, pageHeight) * Math.sqrt(drawnPixelsMax / (width * height)),
      )
      const { data, info } = await inside(
        pages > 1 ? Math.max(1, Math.min(CHAT_SIDE, budgetSide)) : CHAT_SIDE,
      )
      const shown = { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
      const isSmall = Math.max(shown.width, shown.height) <= CHAT_SMALL_SIDE
      return { ...shown, small: isSmall ? undefined : (await inside(CHAT_SMALL_SIDE)).data }
    } catch {
      return 'broken'
    }
  }, owner)
}

/** Whether bytes are an AVIF image: they begin with an `ftyp` box that contains an AVIF brand. */
function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8))
}

/**
 * Opens an image with the limits of all jobs: the number of pixels, the time, and the rule that a truncated file is an
 * error.
 */
function opened(
  sharp: SharpFactory,
  bytes: Uint8Array,
  {
    animated = false,
    failOn = 'truncated',
    secondsMax = JOB_SECONDS_MAX,
  }: { animated?: boolean; failOn?: 'truncated' | 'none'; secondsMax?: number | undefined } = {},
): Sharp {
  return sharp(bytes, { animated, limitInputPixels: PIXELS_MAX, failOn }).timeout({ seconds: secondsMax })
}

/** Loads the library for the first image, because the server starts faster and needs less memory without it. */
async function loadSharp(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Blocks all loaders of the library except those for the accepted formats, so that SVG, PDF and other formats are
    // never parsed.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    return sharp
  })
  return loading
}
