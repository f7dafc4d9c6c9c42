import { existsSync } from 'node:fs'

/**
 * The packages with players of other makers and what their windows need. Each has a file that exists when it is
 * installed.
 */
const PACKAGES = {
  'sublime-music': '/usr/lib/python3/dist-packages/sublime_music',
  strawberry: '/usr/bin/strawberry',
  clementine: '/usr/bin/clementine',
  'gstreamer1.0-plugins-good': '/usr/share/doc/gstreamer1.0-plugins-good',
  xvfb: '/usr/bin/Xvfb',
  xdotool: '/usr/bin/xdotool',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'python3-gi': '/usr/lib/python3/dist-packages/gi',
}

const missing = () => Object.entries(PACKAGES).filter(([, path]) => !existsSync(path))

/** Finds players of other makers; installs the distribution's packages if we may. */
export async function findClients(run) {
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Getting players of other makers …')
    await run('apt-get', ['update', '-qq'])
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const names = missing().map(([name]) => name)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
  }
  const names = missing().map(([name]) => name)
  if (names.length > 0) throw new Error(`Other players need these packages of Debian: ${names.join(' ')}.`)
}
