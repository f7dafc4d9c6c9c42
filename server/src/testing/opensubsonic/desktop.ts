import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'

const execute = promisify(execFile)
const readWindows = fileURLToPath(new URL('read_windows.py', import.meta.url))

/** Pauses between two clicks, short enough for a double click, and between two keys. */
const MS_BETWEEN_CLICKS = '60'
const MS_BETWEEN_KEYS = '30'

/** The file descriptor to which Xvfb writes its display number, and dbus-daemon the address of its bus. */
const REPORT = 3

const Element = z.object({
  role: z.string(),
  name: z.string(),
  /** Left, top, width and height on the screen. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
type Element = z.infer<typeof Element>

/** Maximum time until an element is shown. The first start of a program reads hundreds of libraries from the disk. */
const UNTIL_SHOWN = { timeout: 120_000, interval: 100 }

/** A screen in memory with one program on it, which a test uses by what its window shows. */
export interface Desktop {
  /** The home folder of the program. */
  home: string
  /** Starts the program, or sends a command to the running one. */
  run: (path: string, ...parameters: string[]) => ChildProcess
  /** The names of the shown elements of this role, from the left to the right. */
  shown: (role: string) => Promise<string[]>
  /** Clicks on the leftmost element of this role and name as soon as it is shown. */
  press: (role: string, name: string, times?: number) => Promise<void>
  /** Replaces the text of the leftmost field. */
  write: (text: string) => Promise<void>
}

/** Starts a screen and a session without sound; everything on it ends with the test. */
export async function startDesktop(): Promise<Desktop> {
  const home = await mkdtemp(join(tmpdir(), 'desktop-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(home, 0o700)
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    TMPDIR: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    // The program describes its window, as for screen readers; the test reads that description.
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    // Without an ALSA configuration there is no sound device: music plays in real time, without sound.
    ALSA_CONFIG_PATH: '/dev/null',
  }
  const screen = ['-displayfd', String(REPORT), '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const display = `:${await firstLineOf(start('/usr/bin/Xvfb', screen, environment))}`
  const session = ['--session', '--nofork', `--print-address=${REPORT}`]
  const withScreen = { ...environment, DISPLAY: display }
  const bus = await firstLineOf(start('/usr/bin/dbus-daemon', session, withScreen))
  const env = { ...withScreen, DBUS_SESSION_BUS_ADDRESS: bus }

  const mouseAndKeys = (...steps: readonly string[]) => execute('/usr/bin/xdotool', steps, { env })
  const elements = async (role: string): Promise<readonly Element[]> => {
    // The Python of the system, which has the packages of Debian.
    const { stdout } = await execute('/usr/bin/python3', [readWindows, bus], { env })
    const all = z.parse(z.array(Element), JSON.parse(stdout))
    return all
      .filter((element) => element.role === role)
      .toSorted(({ box: one }, { box: other }) => one[0] - other[0] || one[1] - other[1])
  }
  const press = async (role: string, name: string, times = 1): Promise<void> => {
    const found = await vi.waitFor(async () => {
      const offered = await elements(role)
      const element = offered.find((one) => one.name === name)
      if (element === undefined)
        throw new Error(`There is no ${role} "${name}" among ${JSON.stringify(offered)}`)
      return element
    }, UNTIL_SHOWN)
    const [left, top, width, height] = found.box
    const clicks = ['click', '--repeat', String(times), '--delay', MS_BETWEEN_CLICKS, '1']
    const middle = [left + width / 2, top + height / 2].map((length) => String(Math.round(length)))
    await mouseAndKeys('mousemove', ...middle, ...clicks)
  }
  return {
    home,
    run: (path, ...parameters) => start(path, parameters, env),
    shown: async (role) => (await elements(role)).map(({ name }) => name),
    press,
    write: async (text) => {
      await press('text', '')
      await mouseAndKeys('key', 'ctrl+a', 'type', '--delay', MS_BETWEEN_KEYS, text)
    },
  }
}

/** Starts a program. At the end of the test it is ended with all programs that it has started. `REPORT` is a pipe. */
function start(
  path: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'pipe']
  const child = spawn(path, parameters, { env, stdio, detached: true })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The program has already ended.
    }
    await ended
  })
  return child
}

/** Reads the first line, and leaves the pipe open: the screen may write the end of the line later. */
async function firstLineOf(child: ChildProcess): Promise<string> {
  const pipe = child.stdio[REPORT]
  if (!(pipe instanceof Readable)) throw new Error('The program has no pipe')
  for await (const line of createInterface(pipe)) return line
  throw new Error('The program has ended')
}
