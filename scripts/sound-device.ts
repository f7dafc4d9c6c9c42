import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs a program that plays sound with a silent sound device of its own. `run` gets the address of the device, a value
 * for PULSE_SERVER.
 */
export async function withSoundDevice(run: (address: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-sound-'))
  const socket = join(folder, 'native')
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
  const device = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      ...modules.map((name) => `--load=${name}`),
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  )
  const ended = once(device, 'exit')
  try {
    for (let tries = 0; !existsSync(socket); tries += 1) {
      if (tries === 100 || device.exitCode !== null) throw new Error('pulseaudio did not start')
      await wait(100)
    }
    return await run(`unix:${socket}`)
  } finally {
    device.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
