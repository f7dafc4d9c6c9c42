import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const PUBLIC = join(import.meta.dirname, '../public')
const read = (name: string) => readFileSync(join(PUBLIC, name))

const Icon = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.optional(z.string()),
})
const manifest = z.parse(
  z.object({
    start_url: z.string(),
    theme_color: z.string(),
    icons: z.array(Icon),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Icon) })),
    share_target: z.object({ action: z.string(), method: z.literal('GET') }),
  }),
  JSON.parse(read('manifest.webmanifest').toString()),
)

/** Width and height in the header of a PNG file. */
function sizesOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

test('every icon of the installed app exists in the size that the manifest names', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]
  for (const { src, sizes, type } of icons.filter((icon) => icon.sizes !== 'any'))
    expect([src, type, sizesOf(read(src))]).toEqual([src, 'image/png', sizes])
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  )
})

test('shortcuts and shared texts lead to pages of the app', () => {
  const routes = readFileSync(join(import.meta.dirname, 'app/routes.tsx'), 'utf8')
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Im Archiv suchen', 'Zuletzt gehört'])
  for (const path of [...manifest.shortcuts.map(({ url }) => url), manifest.share_target.action])
    expect(routes).toContain(`path="${path.slice(1)}"`)
})

test('the window has the colour of the dark theme before a theme is known', () => {
  const document = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(document).toContain(`media="(prefers-color-scheme: dark)" content="${manifest.theme_color}"`)
})
