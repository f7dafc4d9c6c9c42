import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webFolder } from '../places.ts'

/** Sizes of scripts and styles, uncompressed and as transferred. */
export interface Weight {
  files: number
  rawBytes: number
  /** Transferred bytes: with brotli if the build compressed the file; very small files are transferred as they are. */
  sentBytes: number
}

/** The scripts and styles that a built document references, including those that it preloads. */
export async function filesNamedBy(document: string): Promise<string[]> {
  const html = await readFile(join(webFolder, document), 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
}

/** @param paths as in URLs, such as `/assets/index-abc.js`; each counts once */
export async function weigh(paths: readonly string[]): Promise<Weight> {
  const weight: Weight = { files: 0, rawBytes: 0, sentBytes: 0 }
  for (const path of new Set(paths)) {
    const file = join(webFolder, path)
    const raw = await readFile(file)
    const compressed = await readFile(`${file}.br`).catch(() => raw)
    weight.files += 1
    weight.rawBytes += raw.byteLength
    weight.sentBytes += compressed.byteLength
  }
  return weight
}
