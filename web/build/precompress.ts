import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * File types that compress well; images and fonts are already compressed, and documents change when the
 * server starts.
 */
const COMPRESSIBLE = /\.(?:js|css|svg)$/

/** Modes of the encoder. Which of them is smaller for a minified script shows only when it is compressed. */
const BROTLI_MODES = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT] as const

/**
 * Writes a brotli and a gzip version beside every file that becomes smaller, so that the server never
 * compresses.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(outDir, { recursive: true })
        await Promise.all(
          files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compressedCopies(join(outDir, file))),
        )
      },
    },
  }
}

async function compressedCopies(path: string): Promise<void> {
  const content = await readFile(path)
  const attempts = await Promise.all(BROTLI_MODES.map((mode) => compressed(content, mode)))
  const [brotli = content] = attempts.toSorted((one, other) => one.length - other.length)
  const zipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli)
  if (zipped.length < content.length) await writeFile(`${path}.gz`, zipped)
}

async function compressed(content: Buffer, mode: number): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: mode,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
}
