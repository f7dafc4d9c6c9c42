import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a Redis for the tests with several processes. */
export function findRedis(run) {
  return findProgram(run, {
    names: ['redis-server', 'valkey-server'],
    setting: 'REDIS_SERVER',
    packageName: 'redis-server',
    what: 'The tests of several processes need Redis',
  })
}

/** Finds an nginx for the tests of its configuration. */
export function findNginx(run) {
  return findProgram(run, {
    names: ['nginx'],
    setting: 'NGINX',
    packageName: 'nginx-light',
    what: 'The test of deploy/nginx.conf needs nginx',
  })
}

/**
 * Finds an ffmpeg for the tests of the demo's music. The setting of the archive is not used, because it may turn ffmpeg
 * off.
 */
export function findFfmpeg(run) {
  return findProgram(run, {
    names: ['ffmpeg'],
    setting: 'FFMPEG_FOR_TESTS',
    packageName: 'ffmpeg',
    what: 'The tests of the made-up music need ffmpeg',
  })
}

/**
 * Finds a program: the one that the setting names, otherwise one on the path, otherwise that of the distribution's
 * package if we may install it.
 */
async function findProgram(run, { names, setting, packageName, what }) {
  const given = process.env[setting]
  if (given !== undefined && given !== '') return given
  const found = onPath(names)
  if (found !== undefined) return found
  console.log(`No ${names[0]} found, getting one …`)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'])
    // RUNLEVEL=1 keeps the installation from starting a server: only the program is needed.
    const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], { env })
  }
  const got = onPath(names)
  if (got !== undefined) return got
  throw new Error(`${what}: install ${packageName}, or set ${setting} to the program.`)
}

/** The path of the first of these programs that exists. */
export function onPath(names) {
  // Not every account has the folders of server programs on its path.
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    for (const name of names) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // The program is not in this folder.
      }
    }
  }
  return undefined
}
