import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** A channel that differs by less counts as equal: such differences are caused by rounding. */
const TOLERANCE = 3

/**
 * Compares the screenshots of two folders pixel by pixel. An image of the differences is written to `differences` in
 * the later folder.
 * @returns a line for each screenshot that differs, and a summary
 */
export async function compareFolders(earlier: string, later: string): Promise<string[]> {
  const [before, after] = await Promise.all([picturesIn(earlier), picturesIn(later)])
  const lines: string[] = []
  for (const name of before) {
    if (!after.includes(name)) continue
    const difference = await differenceOf(join(earlier, name), join(later, name))
    if (difference === undefined) continue
    lines.push(`${name}: ${difference.text}`)
    if (difference.picture === undefined) continue
    await mkdir(join(later, 'differences'), { recursive: true })
    await difference.picture.toFile(join(later, 'differences', name))
  }
  const compared = after.filter((picture) => before.includes(picture)).length
  const differing = lines.length
  for (const name of after.filter((picture) => !before.includes(picture))) lines.push(`${name}: new`)
  return [...lines, `${String(compared)} pictures compared, ${String(differing)} differ`]
}

async function picturesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
}

async function pixelsOf(path: string) {
  return sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

async function differenceOf(
  earlier: string,
  later: string,
): Promise<{ text: string; picture?: Sharp } | undefined> {
  const [before, after] = await Promise.all([pixelsOf(earlier), pixelsOf(later)])
  const { width, height, channels } = after.info
  if (before.info.width !== width || before.info.height !== height)
    return {
      text: `${String(before.info.width)} × ${String(before.info.height)} became ${String(width)} × ${String(height)}`,
    }
  const picture = Buffer.from(after.data.map((value) => 255 - Math.round((255 - value) / 4)))
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let count = 0
  for (let at = 0; at < after.data.length; at += channels) {
    if (!differs(before.data, after.data, at, channels)) continue
    count += 1
    const [x, y] = [(at / channels) % width, Math.floor(at / channels / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    picture.set([255, 0, 0], at)
  }
  if (count === 0) return undefined
  const place = `x ${String(box.left)}–${String(box.right)}, y ${String(box.top)}–${String(box.bottom)}`
  return {
    text: `${String(count)} pixels, ${place}`,
    picture: sharp(picture, { raw: { width, height, channels } }),
  }
}

function differs(before: Buffer, after: Buffer, at: number, channels: number): boolean {
  for (let channel = at; channel < at + channels; channel += 1)
    if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > TOLERANCE) return true
  return false
}
