import { LRUCache } from 'lru-cache'
import type { StoredFile } from '#storage/storage.ts'
import { createMosaic, createPortrait, LONGEST_SIDE } from './images.ts'
import { readWhole } from './resized-images.ts'

const QUALITY = 85
const MOSAIC_SIDE = 1024
/** Limits of the cache of recent images: the size of all images in bytes, and the size of one image. */
const CACHE_BYTES = 32 * 1024 * 1024
const CACHED_BYTES_MAX = 1024 * 1024

/** A stored image with its smaller versions. */
export interface ImageSource {
  /** A key that is different for each image. */
  key: string
  /** The widths in pixels in which the image is stored, smallest first. */
  widths: readonly string[]
  /** Opens the image in one of these widths, or in its own size; undefined when it is missing or cannot be decoded. */
  open: (width: string | undefined) => Promise<StoredFile | undefined>
}

/**
 * Makes JPEGs of any size, for programs that may not read WebP. They are made from the smallest stored version that is
 * large enough.
 */
export interface JpegImages {
  /**
   * Opens an image with a longest side of at most `side` pixels, never larger than the original. Four sources become a
   * square mosaic. Undefined when a source is missing. `owner` is the requesting account; jobs of different accounts
   * alternate.
   * @throws Refused `overloaded`
   */
  open(
    sources: readonly ImageSource[],
    side: number | undefined,
    owner: string,
  ): Promise<{ file: StoredFile; etag: string } | undefined>
}

export function createJpegImages(): JpegImages {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHED_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.length,
  })
  const making = new Map<string, Promise<Buffer | undefined>>()

  async function make(
    key: string,
    sources: readonly ImageSource[],
    side: number | undefined,
    owner: string,
  ): Promise<Buffer | undefined> {
    const jpeg = await draw(sources, side, owner)
    if (jpeg !== undefined) cache.set(key, jpeg)
    return jpeg
  }

  return {
    open: async (sources, side, owner) => {
      const key = `${sources.map((source) => source.key).join('-')}-${side ?? 'whole'}`
      let jpeg = cache.get(key)
      if (jpeg === undefined) {
        const made = making.get(key) ?? make(key, sources, side, owner).finally(() => making.delete(key))
        making.set(key, made)
        jpeg = await made
      }
      return jpeg && { file: fileOf(jpeg), etag: `"${key}"` }
    },
  }
}

async function draw(
  sources: readonly ImageSource[],
  side: number | undefined,
  owner: string,
): Promise<Buffer | undefined> {
  const isMosaic = sources.length > 1
  const whole = isMosaic ? (side ?? MOSAIC_SIDE) : side
  const images = await Promise.all(
    sources.map(async (source) =>
      readIn(source, isMosaic && whole !== undefined ? Math.ceil(whole / 2) : whole),
    ),
  )
  const found = images.filter((image) => image !== undefined)
  const [first] = found
  if (first === undefined || found.length < images.length) return undefined
  return isMosaic
    ? createMosaic(found, whole ?? MOSAIC_SIDE, QUALITY, owner)
    : createPortrait(first, side ?? LONGEST_SIDE, QUALITY, owner)
}

/** Reads the smallest stored version that is large enough. */
async function readIn(source: ImageSource, side: number | undefined): Promise<Buffer | undefined> {
  const width = side === undefined ? undefined : source.widths.find((one) => Number(one) >= side)
  const file = await source.open(width)
  return file && readWhole(file)
}

/** Makes a file that can be sent from bytes in memory. */
function fileOf(bytes: Buffer): StoredFile {
  return {
    sizeBytes: bytes.length,
    // The time of modification is unknown. Clients validate by the ETag instead.
    modifiedAt: new Date(0),
    read: async (into, position) => bytes.copy(into, 0, position),
    close: () => {},
  }
}
