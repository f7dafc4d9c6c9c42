import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checkImage, createChatImage, resizeImage } from './images.ts'

const red = { create: { width: 300, height: 200, channels: 3, background: 'red' } } as const

const jpeg = () => sharp(red).jpeg().toBuffer()
const png = () => sharp(red).png().toBuffer()
const webp = () => sharp(red).webp().toBuffer()
const gif = () => sharp(red).gif().toBuffer()

/** A valid PNG of black pixels. Its dimensions are large, but it has only a few kilobytes. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('an image', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['GIF', gif],
  ])('%s is taken', async (_name, make) => {
    expect(await checkImage(await make(), { decode: true })).toBe('image')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['SVG behind a prologue', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', Buffer.from('%PDF-1.7 and so on and so on')],
    ['TIFF', Buffer.from('II*\0 and so on and so on')],
  ])('%s is none', async (_name, bytes) => {
    expect(await checkImage(bytes, { decode: true })).toBe('not-a-picture')
  })

  test('with more than 40 million pixels is refused at once', async () => {
    const bomb = emptyPng(20_000, 20_000)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await checkImage(bomb, { decode: true })).toBe('broken')
    expect(await checkImage(emptyPng(1000, 1000), { decode: true })).toBe('image')
  })

  test('that is truncated is reported as broken when it is decoded', async () => {
    const whole = await sharp({
      ...red,
      create: { ...red.create, noise: { type: 'gaussian', mean: 99, sigma: 30 } },
    })
      .jpeg()
      .toBuffer()
    const half = whole.subarray(0, whole.length / 2)
    expect(await checkImage(half, { decode: true })).toBe('broken')
    expect(await checkImage(half, { decode: false })).toBe('image')
  })

  test('with only the first bytes of a JPEG is reported as broken', async () => {
    const fake = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('<script>alert(1)</script>'),
    ])
    expect(await checkImage(fake, { decode: false })).toBe('broken')
  })
})

/** An animation of noise, the worst case for an encoder. */
async function animation(frames: number, side: number): Promise<Buffer> {
  const raw = { width: side, height: side * frames, channels: 1, pageHeight: side } as const
  return sharp(randomBytes(side * side * frames), { raw })
    .gif({ colours: 2, effort: 1, dither: 0 })
    .toBuffer()
}

describe('an image of the chat', () => {
  test('has at most 200 frames', async () => {
    expect(await createChatImage(await animation(200, 8))).toMatchObject({ width: 8, height: 8 })
    expect(await createChatImage(await animation(201, 8))).toBe('broken')
  })

  test('with more than 40 million pixels in all frames is refused', async () => {
    const raw = { width: 3200, height: 3200 * 4, channels: 1, pageHeight: 3200 } as const
    const frames = [0, 255, 0, 255].map((shade) => Buffer.alloc(3200 * 3200, shade))
    const plain = await sharp(Buffer.concat(frames), { raw }).gif({ effort: 1 }).toBuffer()
    expect(await createChatImage(plain)).toBe('broken')
  })

  test('is given up when rendering it takes too long', async () => {
    const endless = await animation(90, 500)
    // The limit of pixels is turned off, so that the time limit ends the job.
    const options = { secondsMax: 1, drawnPixelsMax: Number.POSITIVE_INFINITY }
    expect(await createChatImage(endless, options)).toBe('broken')
  })
})

describe('other formats that the library reads', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>'

  test.each([
    ['SVG', async () => Buffer.from(svg)],
    ['TIFF', async () => sharp(red).tiff().toBuffer()],
    ['PPM', async () => Buffer.concat([Buffer.from('P6 4 4 255\n'), Buffer.alloc(48)])],
  ])('%s never gets as far as being decoded', async (_name, make) => {
    expect(await resizeImage(await make(), 96)).toBeUndefined()
  })
})

describe('a smaller image', () => {
  test('is a WebP of that width with the same proportions', async () => {
    const small = await resizeImage(await jpeg(), 96)
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 96, height: 64 })
  })

  test('is never larger than the original', async () => {
    expect(await sharp(await resizeImage(await png(), 1024)).metadata()).toMatchObject({ width: 300 })
    expect(await sharp(await resizeImage(await png(), undefined)).metadata()).toMatchObject({ width: 300 })
  })

  test('contains no camera and location data, and is rotated upright', async () => {
    const photo = await sharp(red)
      .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const small = await sharp(await resizeImage(photo, undefined)).metadata()
    expect(small).toMatchObject({ width: 200, height: 300 })
    expect(small.exif).toBeUndefined()
  })

  test('is undefined for a file that cannot be decoded', async () => {
    expect(await resizeImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 96)).toBeUndefined()
  })
})
