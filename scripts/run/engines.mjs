import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from './programs.mjs'

const PACKAGES = [
  'firefox-esr',
  // Without a sound device Firefox plays nothing.
  'pulseaudio',
  'webkit2gtk-driver',
  'libwebkit2gtk-4.1-0',
  'xvfb',
  'xauth',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gstreamer1.0-libav',
]

/** The settings that the journeys in Firefox need; undefined if something is missing. */
export function firefoxHere() {
  const firefox = process.env.FIREFOX_PATH ?? onPath(['firefox-esr', 'firefox'])
  return firefox !== undefined && onPath(['pulseaudio']) ? { FIREFOX_PATH: firefox } : undefined
}

function webkitHere() {
  const browser = process.env.WEBKIT_PATH ?? miniBrowser()
  const hasDriver = onPath(['WebKitWebDriver']) && onPath(['xvfb-run']) && onPath(['xauth'])
  return browser !== undefined && hasDriver ? { WEBKIT_PATH: browser } : undefined
}

/**
 * The path of WebKitGTK's MiniBrowser. Debian has it in the library folder of the architecture, such as
 * /usr/lib/x86_64-linux-gnu.
 */
function miniBrowser() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return folders.map((name) => join('/usr/lib', name, 'webkit2gtk-4.1/MiniBrowser')).find(existsSync)
}

function enginesHere() {
  const [firefox, webkit] = [firefoxHere(), webkitHere()]
  return firefox && webkit && { ...firefox, ...webkit }
}

/** Finds Firefox and WebKitGTK; installs the distribution's packages if we may. @returns settings with their paths */
export async function findEngines(run) {
  const here = enginesHere()
  if (here) return here
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Getting Firefox and WebKit …')
    await run('apt-get', ['update', '-qq'])
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env })
  }
  const got = enginesHere()
  if (got) return got
  throw new Error(`The journeys in other browsers need these packages of Debian: ${PACKAGES.join(' ')}.`)
}
