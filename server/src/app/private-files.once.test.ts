import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { register } from '@tonarchiv/contract/auth'
import { expect, onTestFinished, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { runArchive } from '#testing/command-line.ts'
import { eventually } from '#testing/eventually.ts'
import { callers, startApp } from '#testing/start-app.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-modes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server from a shell with a permissive umask. */
async function startServer(settings: Record<string, string>): Promise<{ pid: number; address: string }> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...settings },
  })
  onTestFinished(async () => {
    const hasEnded = once(child, 'exit')
    child.kill('SIGTERM')
    await hasEnded
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) return { pid: child.pid ?? 0, address }
  }
  throw new Error('The server has ended')
}

/** Modes of all files below a folder, by their relative paths; the folder itself is `.` */
async function modesIn(folder: string): Promise<Map<string, string>> {
  const modes = new Map<string, string>()
  for (const path of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const stats = await lstat(join(folder, path)).catch(() => undefined)
    if (stats !== undefined) modes.set(path, (stats.mode & 0o777).toString(8))
  }
  return modes
}

test('files that a first start creates are accessible to their owner only, whatever the umask of the shell', async () => {
  const folder = join(await newFolder(), 'data')
  const { pid, address } = await startServer({ DATA_DIR: folder })
  const form = { email: 'mara@archive.example', username: 'mara', password: 'ein-langes-wort' }
  await callers(address).call(register, { body: form })
  await eventually(async () => expect(await readdir(join(folder, 'outbox'))).toHaveLength(1))
  const modes = await modesIn(folder)
  for (const name of ['archive.sqlite', 'archive.sqlite-wal', 'secret', 'outbox'])
    expect([...modes.keys()]).toContain(name)
  const media = [...modes].filter(([path]) => path.startsWith('media') && path !== 'media/staged')
  expect(media).toEqual([['media', '750']])
  const open = [...modes].filter(([path, mode]) => path !== 'media' && !/^[67]00$/.test(mode))
  expect(open).toEqual([])
  // Files that are created later, also by libraries, are private from the beginning.
  if (process.platform === 'linux')
    expect(/^Umask:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]).toBe('0077')
})

test('group access that an earlier version has left is removed at the next start', async () => {
  const app = await startApp()
  const { dataFolder } = app.services.config
  await mkdir(join(dataFolder, 'outbox'), { recursive: true })
  await writeFile(join(dataFolder, 'outbox/brief.eml'), 'geheim')
  await writeFile(join(dataFolder, 'not-ours.txt'), 'shared on purpose')
  for (const [path, mode] of [
    ['.', 0o755],
    ['outbox', 0o755],
    ['archive.sqlite', 0o644],
    ['archive.sqlite-wal', 0o644],
    ['not-ours.txt', 0o644],
  ] as const)
    await chmod(join(dataFolder, path), mode)
  await startServer({ DATA_DIR: dataFolder })
  const modes = await modesIn(dataFolder)
  expect(modes.get('.')).toBe('700')
  expect(modes.get('outbox')).toBe('700')
  expect(modes.get('archive.sqlite')).toBe('600')
  expect(modes.get('archive.sqlite-wal')).toBe('600')
  expect(modes.get('not-ours.txt')).toBe('644')
})

test('the group gets through the data folder only where nginx sends the media, and only to the media', async () => {
  const app = await startApp({ storage: { kind: 'disk', delivery: 'accel' } })
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin)
  const modes = await modesIn(app.services.config.dataFolder)
  expect(modes.get('.')).toBe('710')
  const media = [...modes].filter(([path]) => /^media(?:\/(?!staged)|$)/.test(path))
  expect(new Set(media.map(([, mode]) => mode))).toEqual(new Set(['750', '640']))
  const others = [...modes].filter(([path]) => path !== '.' && !media.some(([name]) => name === path))
  expect(others.filter(([, mode]) => !/^[67]00$/.test(mode))).toEqual([])
})

test('files that the command line restores are accessible to their owner only', async () => {
  const folder = await newFolder()
  const [from, to, backups] = ['from', 'to', 'backups'].map((name) => join(folder, name))
  const settings = { DATA_DIR: from ?? '' }
  expect(await runArchive(settings, 'user', 'mara@archive.example', 'mara')).toMatchObject({ code: 0 })
  expect(await runArchive(settings, 'backup', '--to', backups ?? '')).toMatchObject({ code: 0 })
  const restored = await runArchive(settings, 'restore', '--from', backups ?? '', '--to', to ?? '')
  expect(restored).toMatchObject({ code: 0 })
  const modes = await modesIn(to ?? '')
  expect(modes.get('archive.sqlite')).toBe('600')
  const open = [...modes].filter(([path, mode]) => !path.startsWith('media') && !/^[67]00$/.test(mode))
  expect(open).toEqual([])
})
