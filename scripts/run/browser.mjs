import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** A Chromium for the journeys: on the path, else Playwright's own, else the distribution's package when we may install it. */
export async function findBrowser(run, node) {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== '') return given
  const found = onPath() ?? playwrights()
  if (found !== undefined) return found
  console.log('No Chromium found, getting one …')
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  } else {
    await run(node, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'])
  }
  const got = onPath() ?? playwrights()
  if (got !== undefined) return got
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to it.')
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      if (isProgram(path)) return path
    }
  }
  return undefined
}

function playwrights() {
  const { chromium } = createRequire(join(root, 'package.json'))('playwright-core')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isRoot() {
  return process.getuid?.() === 0
}
