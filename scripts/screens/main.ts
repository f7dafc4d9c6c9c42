import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { startArchives } from './archives.ts'
import { compareFolders } from './compare.ts'
import { shootScreen } from './shoot.ts'
import { STATES } from './states.ts'

/**
 * Takes screenshots of every screen in both themes, and compares them with earlier ones. Usage: `npm run screens --
 * FOLDER [--sizes 1440x900,390x844] [--only archive,chat] [--against EARLIER]`. `DEMO_DIR` is the data folder of a demo
 * that `npm run demo` has created; it is copied, so that all runs show the same data.
 */
const [folder = '', ...options] = process.argv.slice(2)
const option = (name: string) => {
  const at = options.indexOf(name)
  return at === -1 ? undefined : options[at + 1]
}
const demo = process.env['DEMO_DIR']
if (folder === '' || demo === undefined)
  throw new Error('Usage: DEMO_DIR=data-demo npm run screens -- FOLDER [--against EARLIER]')

const sizes = (option('--sizes') ?? '1440x900,390x844').split(',').map((size) => {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
})
const only = option('--only')?.split(',')
const target = resolve(folder)
await mkdir(target, { recursive: true })

const archives = await startArchives(resolve(demo))
const executablePath = process.env['CHROMIUM_PATH']
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
let problems = 0
try {
  for (const size of sizes)
    for (const state of STATES) {
      if (only?.some((part) => state.name.includes(part)) === false) continue
      const problem = await shootScreen(browser, archives, state, size, (theme) =>
        join(target, `${state.name}-${String(size.width)}-${theme}.png`),
      )
      if (problem === undefined) continue
      problems += 1
      console.error(`${state.name} at ${String(size.width)}: ${problem}`)
    }
} finally {
  await browser.close()
  await archives.stop()
}

const earlier = option('--against')
if (earlier !== undefined)
  for (const line of await compareFolders(resolve(earlier), target)) console.log(line)
process.exitCode = problems === 0 ? 0 : 1
