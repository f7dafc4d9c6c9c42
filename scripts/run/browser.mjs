import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/**
 * A Chromium for tests, which need no window. Chromium's headless shell takes a quarter less processor time; without
 * it, any Chromium is used.
 */
export async function findHeadlessBrowser(run, node) {
  return givenBrowser() ?? onPath([SHELL]) ?? (await installShell(run)) ?? findBrowser(run, node)
}

/**
 * Finds a Chromium: on the path, otherwise that of Playwright, otherwise the package of the distribution if we may
 * install it.
 */
export async function findBrowser(run, node) {
  const found = givenBrowser() ?? onPath(NAMES) ?? playwrights()
  if (found !== undefined) return found
  console.log('No Chromium found, getting one …')
  if (canInstall()) {
    await installPackage(run, 'chromium')
  } else {
    await run(node, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'])
  }
  const got = onPath(NAMES) ?? playwrights()
  if (got !== undefined) return got
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to it.')
}

function givenBrowser() {
  const given = process.env.CHROMIUM_PATH
  return given === '' ? undefined : given
}

async function installShell(run) {
  // Other distributions do not have this package.
  if (!canInstall() || !isDebian()) return undefined
  console.log('No Chromium without a user interface found, getting one …')
  await installPackage(run, SHELL)
  return onPath([SHELL])
}

async function installPackage(run, name) {
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', name], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

function onPath(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
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

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
