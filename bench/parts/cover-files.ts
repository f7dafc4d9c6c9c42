import { DatabaseSync } from 'node:sqlite'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { pathOfName } from '../../server/src/storage/names.ts'
import type { SampleArchive } from '../archive/sample-archives.ts'

/** Different images, so that the browser decodes each of them. */
const IMAGES = 48
/** Widths that a browser with a device pixel ratio of 1 requests: cards and the shelf, an open album. */
const WIDTHS = [256, 512]

/**
 * Writes covers for the newest albums where the product expects them, in all sizes. A generated archive only has the
 * rows of its covers, not the files.
 */
export async function createCovers(
  { dataFolder, databasePath }: SampleArchive,
  albums: number,
): Promise<void> {
  const names = coverNames(databasePath, albums)
  const pathOf = (name: string, width: number) => {
    const { folder, file } = pathOfName(name, `w${width}`)
    return { folder: join(dataFolder, 'media', folder), file: join(dataFolder, 'media', folder, file) }
  }
  const last = names.at(-1)
  if (last === undefined || (await exists(pathOf(last, WIDTHS.at(-1) ?? 0).file))) return
  for (const width of WIDTHS) {
    const images = await Promise.all(Array.from({ length: IMAGES }, (_, index) => image(width, index)))
    for (const [index, name] of names.entries()) {
      const { folder, file } = pathOf(name, width)
      await mkdir(folder, { recursive: true })
      await writeFile(file, images[index % IMAGES] ?? '')
    }
  }
}

function coverNames(databasePath: string, albums: number): string[] {
  using db = new DatabaseSync(databasePath, { readOnly: true })
  const rows = db
    .prepare(
      `SELECT covers.storage_name AS name FROM albums JOIN covers ON covers.name = albums.cover_name
       ORDER BY albums.place LIMIT ?`,
    )
    .all(albums)
  return rows.map(({ name }) => String(name))
}

/** Waves of two colours with noise: about as large as a photo. */
async function image(width: number, index: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  const channel = (share: number) => 255 * Math.abs(Math.sin(index * share + 1))
  const tint = { r: channel(1.3), g: channel(2.1), b: channel(3.7) }
  return sharp({ create: { width, height: width, channels: 3, background: 'black', noise } })
    .blur(1.5)
    .tint(tint)
    .webp({ quality: 80 })
    .toBuffer()
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
