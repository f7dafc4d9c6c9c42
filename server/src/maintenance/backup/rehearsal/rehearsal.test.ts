import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { eventually } from '#testing/eventually.ts'
import { fillArchive } from '#testing/filled-archive.ts'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import type { RunCommand } from '../../archive-command.ts'
import { lockRehearsals } from '../../database/folder-lock.ts'
import { rehearsals } from '../../doctor/rehearsals.ts'
import { createBackup } from '../create-backup.ts'
import { backupFolder } from '../destination/backup-destination.disk.ts'
import { startNightlyBackup } from '../nightly-backup.ts'
import { lastRehearsalTime, startRestoreRehearsal } from './scheduled-rehearsal.ts'

/** Everything takes longer on a busy machine. */
const TIMEOUT = { timeout: 30_000 }
const DAY_MS = 24 * 60 * 60 * 1000

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-rehearsal-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A filled archive with one backup, and the settings of commands beside it. */
async function backedUp() {
  const app = await startApp()
  await fillArchive(app)
  const to = await newFolder()
  const { config } = app.services
  const storage = await openStorage(config)
  await createBackup({ ...config, storage }, backupFolder(to), { keptDays: 7 })
  storage.close()
  const settings = { ...settingsOf(app), BACKUP_DIR: to }
  return { app, to, settings }
}

/** Paths and bytes of all files below a folder. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith('.lock')) {
      const path = join(entry.parentPath, entry.name)
      contents.set(path, (await readFile(path)).toString('base64'))
    }
  return contents
}

const rowOf = async ({ services }: TestApp, job: 'backup' | 'rehearsal') =>
  services.db.selectFrom('upkeepRuns').selectAll().where('job', '=', job).executeTakeFirst()

test('a rehearsal restores the newest backup elsewhere, and changes neither archive nor backup', async () => {
  const { app, to, settings } = await backedUp()
  const { dataFolder } = app.services.config
  await indexed(app)
  const before = [await contentsOf(to), await contentsOf(dataFolder)]
  const done = await runArchive(settings, 'rehearse')
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringMatching(/The backup of \S+ can be restored: database .* MB, 6 files/),
  })
  expect([await contentsOf(to), await contentsOf(dataFolder)]).toEqual(before)
  expect(existsSync(join(dataFolder, 'rehearsal'))).toBe(false)
})

test('a backup that cannot be restored and a full disk are reported, and the temporary place is removed', async () => {
  const { app, to, settings } = await backedUp()
  const place = join(app.services.config.dataFolder, 'rehearsal')
  const full = await runArchive({ ...settings, RESERVED_DISK_MB: '1000000' }, 'rehearse')
  expect(full).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^There is no room to rehearse a restore: it needs \d+ MB in .*, and 0 MB are free/,
    ),
  })
  const media = [...(await contentsOf(to)).keys()].find((path) => path.startsWith(join(to, 'content')))
  const bytes = await readFile(media ?? '')
  bytes[10] = (bytes[10] ?? 0) ^ 1
  await writeFile(media ?? '', bytes)
  const damaged = await runArchive(settings, 'rehearse')
  expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining('damaged') })
  expect(existsSync(place)).toBe(false)
  const nowhere = await runArchive({ ...settings, BACKUP_DIR: join(to, 'nichts') }, 'rehearse')
  expect(nowhere).toEqual({ code: 1, output: `There is no backup in ${join(to, 'nichts')}.\n` })
})

test('what a killed rehearsal has left is removed by the next server, but not what is in use', async () => {
  const { app, settings } = await backedUp()
  const { dataFolder } = app.services.config
  const place = join(dataFolder, 'rehearsal')
  const program = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, 'rehearse'], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  })
  await expect.poll(() => existsSync(place), { ...TIMEOUT, interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(existsSync(place)).toBe(true)

  const lock = lockRehearsals(dataFolder)
  await startRestoreRehearsal(app.services)()
  expect(existsSync(place)).toBe(true)
  lock.release()
  await startRestoreRehearsal(app.services)()
  expect(existsSync(place)).toBe(false)
})

test('it is due on Mondays or on the first of a month, when backups are made', () => {
  const at = 3 * 60 + 30
  const weekly = (text: string) => lastRehearsalTime(new Date(text), 'weekly', at)
  expect(weekly('2026-11-23T03:29:00')).toEqual(new Date('2026-11-16T03:30:00'))
  expect(weekly('2026-11-23T03:30:00')).toEqual(new Date('2026-11-23T03:30:00'))
  expect(weekly('2026-11-29T23:00:00')).toEqual(new Date('2026-11-23T03:30:00'))
  const monthly = (text: string) => lastRehearsalTime(new Date(text), 'monthly', at)
  expect(monthly('2026-12-01T03:29:00')).toEqual(new Date('2026-11-01T03:30:00'))
  expect(monthly('2026-12-31T12:00:00')).toEqual(new Date('2026-12-01T03:30:00'))
  expect(lastRehearsalTime(new Date('2026-12-02T12:00:00'), 'monthly', 'hourly')).toEqual(
    new Date('2026-12-01T00:00:00'),
  )
})

test('a scheduled rehearsal follows a backup, and its outcome is stored, measured and seen by doctor', async () => {
  const backup = { to: await newFolder(), at: 0, keptDays: 7, rehearsal: 'monthly' } as const
  const app = await startApp({ backup, metrics: { listen: undefined, token: 'x'.repeat(16) } })
  const { config } = app.services
  const outcomes = [
    { result: 'good', output: 'The backup can be restored' },
    { result: 'failed', output: 'Kein Platz' },
  ] as const
  let runs = 0
  const run: RunCommand = async () => outcomes[runs++ % 2] ?? outcomes[0]
  onTestFinished(startRestoreRehearsal(app.services, { run, lookEveryMs: 5 }))
  expect(await rehearsals(config)).toMatchObject({ state: 'hint', message: 'none yet' })
  const stopBackups = startNightlyBackup(app.services, {
    run: async () => {
      expect(runs).toBe(0)
      return { result: 'good', output: 'gut' }
    },
  })
  onTestFinished(stopBackups)
  await eventually(async () =>
    expect(await rowOf(app, 'rehearsal')).toMatchObject({
      failure: null,
      report: 'The backup can be restored',
      succeededAt: expect.any(String),
    }),
  )
  expect(await app.services.metrics.text()).toMatch(/\ntonarchiv_rehearsal_succeeded_timestamp_seconds \d/)
  expect(await app.services.metrics.text()).toContain('\ntonarchiv_rehearsal_failed 0\n')
  expect(await rehearsals(config)).toMatchObject({
    state: 'good',
    message: expect.stringContaining('The backup can be restored'),
  })
  await stopBackups()
  // A month later there is no rehearsal before there is a new backup.
  app.passTime(40 * DAY_MS)
  const beside = await startApp({ backup }, { beside: app })
  beside.passTime(40 * DAY_MS)
  const runBackup: RunCommand = async () => ({ result: 'good', output: 'gut' })
  onTestFinished(startNightlyBackup(beside.services, { run: runBackup, lookEveryMs: 5 }))
  await eventually(async () =>
    expect(await rowOf(app, 'rehearsal')).toMatchObject({
      failure: 'Kein Platz',
      succeededAt: expect.any(String),
    }),
  )
  expect(runs).toBe(2)
  expect(await app.services.metrics.text()).toContain('\ntonarchiv_rehearsal_failed 1\n')
  expect(await rehearsals(config)).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('Kein Platz'),
  })
  expect(await rehearsals(readConfig({ DATA_DIR: config.dataFolder }))).toMatchObject({ state: 'hint' })
})
