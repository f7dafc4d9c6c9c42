import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['redis-server', 'valkey-server']

/** A Redis for the tests of several processes: on the path, else the distribution's package when we may install it. */
export async function findRedis(run) {
  const given = process.env.REDIS_SERVER
  if (given !== undefined && given !== '') return given
  const found = onPath()
  if (found !== undefined) return found
  console.log('No Redis found, getting one …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'])
    // Of the package only the program is wanted, not a server that runs from now on.
    const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { env })
  }
  const got = onPath()
  if (got !== undefined) return got
  throw new Error(
    'The tests of several processes need Redis: install redis-server, or set REDIS_SERVER to it.',
  )
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}
