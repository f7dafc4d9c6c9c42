import { execFile, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './settings.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const OTHER_UID = 65_534

interface Machine {
  folder: string
  dataFolder: string
  settingsFile: string
  /** Calls the command line: by the link on the path, or like `npm run archive`. */
  call: (how: 'tonarchiv' | 'npm', words: string[], options?: CallOptions) => Promise<Called>
}

interface CallOptions {
  env?: Record<string, string>
  /** A program with its parameters that runs the command line. */
  under?: readonly string[]
}

interface Called {
  code: number
  output: string
}

/**
 * A machine on which this program is installed as a service: its unit, its settings file, a data folder, and the
 * command on the path.
 */
function installed({ user = 'nobody', unit = '', settings = '' } = {}): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const dataFolder = join(folder, 'state')
  mkdirSync(dataFolder, { mode: 0o700 })
  if (isRoot) chownSync(dataFolder, OTHER_UID, OTHER_UID)
  const settingsFile = join(folder, 'tonarchiv.env')
  writeFileSync(settingsFile, settings)
  const units = join(folder, 'units')
  mkdirSync(join(units, 'tonarchiv.service.d'), { recursive: true })
  writeFileSync(
    join(units, 'tonarchiv.service'),
    `[Unit]\nDescription=x\n[Service]\nUser=${user}\nWorkingDirectory=${root('.')}\nEnvironment=NODE_ENV=production DATA_DIR=/var/lib/tonarchiv\nEnvironmentFile=-${settingsFile}\n`,
  )
  writeFileSync(
    join(units, 'tonarchiv.service.d/override.conf'),
    `[Service]\nEnvironment="DATA_DIR=${dataFolder}"\n${unit}`,
  )
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(root('deploy/tonarchiv'), join(bin, 'tonarchiv'))
  const call: Machine['call'] = async (how, words, { env = {}, under = [] } = {}) => {
    const command =
      how === 'tonarchiv' ? [join(bin, 'tonarchiv')] : [process.execPath, root('server/src/cli/main.ts')]
    const [program = '', ...parameters] = [...under, ...command, ...words]
    try {
      const { stdout, stderr } = await run(program, parameters, {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          SYSTEMD_UNIT_PATH: `${units}:/nowhere`,
          TONARCHIV_NODE: process.execPath,
          ...env,
        },
      })
      return { code: 0, output: stdout + stderr }
    } catch (error) {
      const { code, stdout, stderr } = Object(error)
      return { code: Number(code), output: `${String(stdout)}${String(stderr)}` }
    }
  }
  return { folder, dataFolder, settingsFile, call }
}

/** Whether other accounts may read this program. They may in /opt, but not in a private home folder. */
function isReadableByOthers(): boolean {
  try {
    const probe = [
      '--reuid=65533',
      '--regid=65533',
      '--clear-groups',
      'test',
      '-r',
      root('server/src/cli/main.ts'),
    ]
    execFileSync('setpriv', probe, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const canSwitchAccounts = isRoot && isReadableByOthers()

test('root’s `tonarchiv` works on the archive of the service, with its settings and as its account', async ({
  skip,
}) => {
  if (!canSwitchAccounts) skip('only root can become another account')
  const machine = installed({ settings: `# settings\nSITE_TITLE='Mein "Archiv"'\nRESERVED_DISK_MB=7\n` })
  const elsewhere = join(machine.folder, 'elsewhere')
  const shell = { DATA_DIR: elsewhere, PORT: 'kaputt', LOG_LEVEL: 'laut' }
  const made = await machine.call('tonarchiv', ['user', 'mara@beispiel.de', 'mara', '--admin'], {
    env: shell,
  })
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('Admin mara') })
  for (const name of ['archive.sqlite', 'secret', 'archive.json', 'media'])
    expect(statSync(join(machine.dataFolder, name)), name).toMatchObject({ uid: OTHER_UID, gid: OTHER_UID })
  // The command does not keep the group of root or other groups of its caller either.
  for (const group of [0, 54_321]) {
    const closed = join(machine.folder, `closed-${group}`)
    mkdirSync(closed, { mode: 0o750 })
    chownSync(closed, 0, group)
    const under = ['setpriv', '--groups=54321']
    const imported = await machine.call('tonarchiv', ['import', closed], { under })
    expect(imported).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be read by the account nobody (EACCES)'),
    })
  }
  expect(existsSync(elsewhere)).toBe(false)
  expect(existsSync(join(machine.folder, 'data'))).toBe(false)
  const doctor = await machine.call('tonarchiv', ['doctor'], { env: shell })
  expect(doctor.output).toContain(`✓ Data folder    ${machine.dataFolder}, `)
})

test('another account cannot use the command of the service, and reads who can', async ({ skip }) => {
  if (!canSwitchAccounts) skip('only root can become another account')
  const { call, settingsFile } = installed({ settings: 'SITE_TITLE=Archiv\n' })
  const asThird = { under: ['setpriv', '--reuid=65533', '--regid=65533', '--clear-groups'] }
  expect(await call('tonarchiv', ['doctor'], asThird)).toEqual({
    code: 1,
    output:
      'The service and its archive belong to the account nobody, and this is run by 65533. Run it as root (sudo tonarchiv …) or as nobody.\n',
  })
  chmodSync(settingsFile, 0o640)
  expect(await call('tonarchiv', ['doctor'], asThird)).toEqual({
    code: 1,
    output: `${settingsFile} holds the settings of the service and may not be read by the account 65533. Run it as root (sudo tonarchiv …) or as nobody.\n`,
  })
})

test('in the checkout of a service `npm run archive` does not begin a second archive by mistake', async () => {
  const { call, dataFolder, folder } = installed()
  const own = join(folder, 'data')
  const refused = await call('npm', ['key'])
  expect(refused).toEqual({
    code: 1,
    output: `The service keeps its archive in ${dataFolder}; this command would work on another one in ${own}. For that of the service: sudo tonarchiv …; for the other one, name it by DATA_DIR=${own}.\n`,
  })
  expect(existsSync(own)).toBe(false)
  expect(await call('npm', ['key'], { env: { DATA_DIR: own } })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^[A-Z0-9-]{12}\n$/),
  })
})

test('a command that a server runs works on the archive of that server, not on that of the service', async () => {
  const { folder } = installed()
  const own = join(folder, 'rehearsal')
  const child = fork(root('server/src/cli/main.ts'), ['key'], {
    silent: true,
    // Options of the test's own process do not apply to a command.
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SYSTEMD_UNIT_PATH: join(folder, 'units'),
      TONARCHIV_COMMAND: 'tonarchiv',
      DATA_DIR: own,
    },
  })
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(join(own, 'archive.sqlite'))).toBe(true)
})

test('without a service root goes on as the account that the archive belongs to', async ({ skip }) => {
  if (!canSwitchAccounts) skip('only root can become another account')
  const { call, dataFolder } = installed()
  const inContainer = { env: { SYSTEMD_UNIT_PATH: '/nowhere', DATA_DIR: dataFolder } }
  expect((await call('tonarchiv', ['key'], inContainer)).code).toBe(0)
  expect(statSync(join(dataFolder, 'archive.sqlite')).uid).toBe(OTHER_UID)
  expect((await call('npm', ['key'], inContainer)).code).toBe(0)
})

test('a Node that is too old is named, and not started', async () => {
  const { call, folder } = installed()
  const old = join(folder, 'node')
  writeFileSync(old, '#!/bin/sh\necho v18.20.4\n', { mode: 0o755 })
  expect(await call('tonarchiv', ['help'], { env: { TONARCHIV_NODE: old } })).toEqual({
    code: 1,
    output: expect.stringContaining(`There is no Node 24.15 or newer (${old}).`),
  })
  // Without the setting, the Node in the packages is used, not the old one on the path.
  const found = await call('tonarchiv', ['help'], {
    env: { TONARCHIV_NODE: '', PATH: `${folder}:${process.env['PATH']}` },
  })
  expect(found).toMatchObject({ code: 0, output: expect.stringContaining('  tonarchiv doctor') })
})
