import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readSchema } from './schema.ts'
import { schemaPage } from './schema-page.ts'

/**
 * Writes docs/schema.md. With `--check` it only compares the page, and exits with an error if the page is out of date.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = fileURLToPath(new URL('../docs/schema.md', import.meta.url))

const paths = await Array.fromAsync(
  glob(['server/src/**/tables.ts', 'server/src/database/schema.ts'], { cwd: root }),
)
const files = await Promise.all(
  paths.toSorted().map(async (path) => ({ path, text: await readFile(`${root}${path}`, 'utf8') })),
)
const drawn = schemaPage(await readSchema(), files)

if (process.argv.includes('--check')) {
  const written = await readFile(page, 'utf8').catch(() => '')
  if (written !== drawn) {
    console.error('docs/schema.md is out of date: run node scripts/draw-schema.ts')
    process.exitCode = 1
  }
} else await writeFile(page, drawn)
