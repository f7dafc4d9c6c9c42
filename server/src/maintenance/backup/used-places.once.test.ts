import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { recordRevocation } from '#database/revocations.ts'
import { logTo } from '#platform/log.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { eventually } from '#testing/eventually.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { startApp } from '#testing/start-app.ts'
import { archiveCommand } from '../archive-command.ts'
import { examine } from '../doctor/examine.ts'
import { createBackup } from './create-backup.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { startNightlyBackup } from './nightly-backup.ts'
import { startRevocationList } from './revocation-list.ts'

const GONE = /There is no backup in \S+ any more, where the last one was made at .* Mount its disk, /

/** A server whose backups are on a simulated disk. Unmounting the disk leaves an empty folder. */
async function withDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-place-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const [to, away] = [join(folder, 'backup'), join(folder, 'away')]
  const app = await startApp({
    backup: { to, at: 0, keptDays: 7 },
    metrics: { listen: undefined, token: 'x'.repeat(16) },
  })
  const settings = { ...settingsOf(app), BACKUP_DIR: to }
  return {
    app,
    to,
    settings,
    /** Makes a backup in this process. */
    backup: async (place = to, isNewPlace = false) => {
      const { config } = app.services
      const source = { ...config, storage: await openStorage(config) }
      return createBackup(source, backupFolder(place), { keptDays: 7, isNewPlace })
    },
    /** Runs the command `backup` with these words. */
    command: async (...words: string[]) => runArchive(settings, 'backup', ...words),
    unmount: async () => {
      await rename(to, away)
      await mkdir(to)
    },
    mount: async () => {
      await rm(to, { recursive: true })
      await rename(away, to)
    },
  }
}

const doctorOnBackup = async (settings: Record<string, string>) =>
  (await Array.fromAsync(examine(readConfig(settings)))).find(({ what }) => what === 'Backup')

test('an unmounted disk of backups is noticed: by the command, the nightly backup, its metric and the doctor', async () => {
  const { app, to, settings, backup, command, unmount, mount } = await withDisk()
  await backup()
  await unmount()
  expect(await command()).toMatchObject({ code: 1, output: expect.stringMatching(GONE) })
  const stop = startNightlyBackup(app.services, {
    run: archiveCommand(['backup'], { ...process.env, ...settings }),
  })
  onTestFinished(stop)
  await eventually(async () =>
    expect(await app.services.metrics.text()).toContain('\ntonarchiv_backup_failed 1\n'),
  )
  expect(await doctorOnBackup(settings)).toMatchObject({
    state: 'bad',
    message: expect.stringContaining(`There is no backup in ${to} any more`),
    todo: expect.stringContaining('backup --new-place'),
  })
  // Below the mount point there is only the lock file.
  expect(await readdir(to)).toEqual(['in-use.lock'])
  await mount()
  await backup()
  expect(await doctorOnBackup(settings)).toMatchObject({ state: 'good' })
})

test('an empty place is used without a question when it is new, and when that is demanded', async () => {
  const { to, backup, command, unmount } = await withDisk()
  await backup()
  await backup(`${to}-2`)
  await rm(`${to}-2`, { recursive: true })
  await expect(backup(`${to}-2`)).rejects.toThrow(GONE)
  await backup(`${to}-2`, true)
  await unmount()
  expect(await command('--new-place')).toMatchObject({ code: 0 })
  await backup()
})

test('deletions are not listed on an unmounted disk, and on the disk as soon as it is there again', async () => {
  const { app, to, backup, unmount, mount } = await withDisk()
  await backup()
  await unmount()
  await recordRevocation(app.services.db, new Date(), { kind: 'message', target: 'm1' })
  const logged: string[] = []
  const log = logTo('warn', { write: (line) => void logged.push(line) })
  onTestFinished(startRevocationList({ ...app.services, log }, 20))
  await eventually(async () => expect(logged.at(-1)).toMatch(GONE))
  expect(existsSync(join(to, 'revocations.jsonl'))).toBe(false)
  await mount()
  await eventually(async () =>
    expect(await readFile(join(to, 'revocations.jsonl'), 'utf8')).toContain('"m1"'),
  )
})
