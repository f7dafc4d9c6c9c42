import { expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesNamedBy, weigh } from '../bench/parts/web-files.ts'
import { webFolder } from '../bench/places.ts'

/** Maximum size of the first screen in bytes. See docs/performance.md G-14. */
const FIRST_SCREEN_MAX = 70_000

test('scripts and styles of the login page weigh no more than the first screen may', async () => {
  const { files, sentBytes } = await weigh(await filesNamedBy('login.html'))
  expect(files).toBeGreaterThan(1)
  expect(sentBytes).toBeLessThanOrEqual(FIRST_SCREEN_MAX)
})

test('the document for starts without a connection names all styles of what it shows, and no later scripts', async () => {
  const isScript = (file: string) => file.endsWith('.js')
  const [login, shell, app] = await Promise.all(
    ['login.html', 'shell.html', 'app.html'].map(async (document) => filesNamedBy(document)),
  )
  expect(shell?.filter(isScript)).toEqual(login?.filter(isScript))
  const html = await readFile(join(webFolder, 'shell.html'), 'utf8')
  const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const [named, all] = await Promise.all([stylesIn(shell), stylesIn(app)])
  const rulesIn = (styles: string) =>
    new Set(classes.filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(styles)))
  expect(rulesIn(all).size).toBeGreaterThan(5)
  expect(rulesIn(named)).toEqual(rulesIn(all))
  const tokensIn = (styles: string) =>
    new Set(
      [...styles.matchAll(/:root[^{]*\{([^}]*)\}/g)].flatMap(
        ([, rules = '']) => rules.match(/--[\w-]+(?=:)/g) ?? [],
      ),
    )
  const used = new Set([...named.matchAll(/var\((--[\w-]+)/g)].map(([, token = '']) => token))
  const defined = tokensIn(named)
  expect([...used].filter((token) => defined.has(token)).length).toBeGreaterThan(10)
  const missing = [...tokensIn(all)].filter((token) => used.has(token) && !defined.has(token))
  expect(missing).toEqual([])
})

async function stylesIn(files: readonly string[] = []): Promise<string> {
  const styles = files.filter((file) => file.endsWith('.css'))
  return (await Promise.all(styles.map((file) => readFile(join(webFolder, file), 'utf8')))).join('\n')
}
