// The entry point of all commands: installs the packages, chooses the right Node, builds the web app if needed, and
// then runs the command. It is plain JavaScript without packages, because it runs before they are installed, on any
// Node from 18 on.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { build } from './run/build.mjs'
import { findBrowser, findHeadlessBrowser } from './run/browser.mjs'
import { findClients } from './run/clients.mjs'
import { findEngines, firefoxHere } from './run/engines.mjs'
import { demoSettings } from './run/demo.mjs'
import { install } from './run/install.mjs'
import { findNode } from './run/node.mjs'
import { findFfmpeg, findNginx, findRedis } from './run/programs.mjs'
import { root } from './run/root.mjs'

const [command = 'start', ...rest] = process.argv.slice(2)

let child
let stopSignal
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopSignal = signal
    child?.kill(signal)
  })
}
// npm sends a stop signal only to its shell. The shell ends and leaves this process running without its parent.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent && stopSignal === undefined) {
    stopSignal = 'SIGTERM'
    child?.kill('SIGTERM')
  }
}, 500).unref()

/** Runs a program and waits for its end. `killWith` is the signal for programs that ignore the usual stop signals. */
function run(program, parameters, { env = {}, killWith, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    if (stopSignal !== undefined) return resolve(1)
    child = spawn(program, parameters, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
    const running = child
    if (killWith !== undefined) {
      const watch = setInterval(() => stopSignal !== undefined && running.kill(killWith), 100)
      running.once('exit', () => clearInterval(watch))
    }
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function main() {
  await install(run)
  if (stopSignal !== undefined) return 1
  const node = findNode()
  const env = { PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  // Compiled code is cached, so that starts are faster and take less memory.
  env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
  const tool = (path, ...parameters) => run(node, [join(root, path), ...parameters], { env })
  // The same settings as in deploy/tonarchiv.
  const inOneArena = (...parameters) => {
    env.MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX ?? '1'
    return run(node, parameters, { env })
  }
  const serve = () => inOneArena(join(root, 'server/src/app/main.ts'))
  const needBuild = () => build((path, ...parameters) => tool(path, ...parameters))

  switch (command) {
    case 'start':
      await needBuild()
      return serve()
    case 'build':
      // Services call the server directly, so the build has a command of its own.
      await needBuild()
      return 0
    case 'demo':
      await needBuild()
      Object.assign(env, demoSettings())
      return (await tool('demo/main.ts')) || serve()
    case 'dev':
      return tool('scripts/dev.ts')
    case 'archive':
      return inOneArena('--max-semi-space-size=4', join(root, 'server/src/cli/main.ts'), ...rest)
    case 'bench':
      await needBuild()
      env.CHROMIUM_PATH = await findBrowser(run, node)
      return tool('bench/main.ts', ...rest)
    case 'screens':
      await needBuild()
      env.CHROMIUM_PATH = await findBrowser(run, node)
      return tool('scripts/screens/main.ts', ...rest)
    case 'check':
      return tool('scripts/check.ts', ...rest)
    case 'test:unit':
      env.CHROMIUM_PATH = await findHeadlessBrowser(run, node)
      return tool('scripts/test-unit.ts', ...rest)
    case 'test:faults':
      env.REDIS_SERVER = await findRedis(run)
      return tool('scripts/test-faults.ts', ...rest)
    case 'test': {
      await needBuild()
      env.CHROMIUM_PATH = await findHeadlessBrowser(run, node)
      env.REDIS_SERVER = await findRedis(run)
      env.NGINX = await findNginx(run)
      env.FFMPEG_FOR_TESTS = await findFfmpeg(run)
      Object.assign(env, firefoxHere())
      return tool('scripts/test.ts', ...rest)
    }
    case 'test:engines':
      await needBuild()
      Object.assign(env, await findEngines(run))
      return tool('scripts/test-engines.ts', ...rest)
    case 'test:clients':
      await findClients(run)
      return tool('scripts/test-clients.ts', ...rest)
    default:
      console.error(
        `Unknown command "${command}". There are: start, build, dev, demo, test, test:unit, test:faults, test:engines, test:clients, check, bench, screens, archive.`,
      )
      return 1
  }
}

if (!existsSync(join(root, 'package.json')))
  throw new Error('The project is not where its launcher expects it')
main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
