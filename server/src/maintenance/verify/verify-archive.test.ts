import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '#storage/backends/open-storage.ts'
import { pathOfName } from '#storage/names.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { startApp } from '#testing/start-app.ts'
import { backupFolder } from '../backup/destination/backup-destination.disk.ts'
import { createBackup } from '../backup/create-backup.ts'
import { verifyArchive } from './verify-archive.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function filledApp() {
  const app = await startApp()
  const filled = await fillArchive(app)
  const { services } = app
  const storage = await openStorage(services.config)
  const verify = async (options: Partial<Parameters<typeof verifyArchive>[1]> = {}) =>
    verifyArchive({ ...services, storage }, { readsBytes: true, mends: false, ...options })
  const names = await services.db
    .selectFrom('tracks')
    .select('storageName')
    .orderBy('position')
    .execute()
    .then((rows) => rows.map(({ storageName }) => storageName ?? ''))
  const pathOf = (name: string) => {
    const { folder, file } = pathOfName(name)
    return join(services.config.dataFolder, 'media', folder, file)
  }
  return { app, filled, storage, verify, names, pathOf }
}

test('rows and files are compared: missing, truncated, changed and unreferenced files are found', async () => {
  const { app, storage, verify, names, pathOf } = await filledApp()
  expect(await verify()).toMatchObject({ missing: [], wrongSize: [], damaged: [], orphans: [] })
  const [first = '', second = ''] = names
  const bytes = await readFile(pathOf(first))
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(pathOf(first), bytes)
  await writeFile(pathOf(second), bytes.subarray(0, 100))
  const staged = await storage.stage()
  await staged.write(Buffer.from('niemandes'))
  const [orphan = ''] = await storage.save('covers', [{ from: 'stage', file: staged }])
  await app.services.db
    .updateTable('users')
    .set({ avatarName: 'f'.repeat(32) })
    .execute()
  expect(await verify()).toMatchObject({
    missing: [{ by: 'users.avatar_name', name: `avatars/${'f'.repeat(32)}` }],
    wrongSize: [{ name: second, sizeBytes: 100 }],
    damaged: expect.arrayContaining([first, second]),
    // A new file is not reported, because its row may still be being written.
    orphans: [],
  })
  app.passTime(DAY_MS + 60_000)
  const old = await verify({ readsBytes: false })
  expect(old.orphans).toContain(orphan)
  const mended = await verify({ readsBytes: false, mends: true })
  expect(mended.mended).toBe(old.orphans.length)
  expect(await storage.open(orphan)).toBeUndefined()
  expect((await verify({ readsBytes: false })).orphans).toEqual([])
})

test('lost and damaged files are restored from a backup', async () => {
  const { app, filled, verify, names, pathOf } = await filledApp()
  const to = await mkdtemp(join(tmpdir(), 'tonarchiv-verify-'))
  onTestFinished(async () => rm(to, { recursive: true, force: true }))
  const { config } = app.services
  await createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), { keptDays: 7 })
  await verify()
  const [first = '', second = ''] = names
  await rm(pathOf(first))
  const bytes = await readFile(pathOf(second))
  await writeFile(pathOf(second), bytes.fill(1, 200, 300))
  const reported = await runArchive(settingsOf(app), 'verify')
  expect(reported.code).toBe(1)
  expect(reported.output).toContain(`missing: ${first}, "${filled.albumTitel}" – "Süß" (tracks.storage_name)`)
  expect(reported.output).toContain(`damaged: ${second}, "${filled.albumTitel}" – "Salzig"`)
  expect((await verify({ mends: true, backups: backupFolder(to) })).mended).toBe(2)
  expect(await verify()).toMatchObject({ missing: [], wrongSize: [], damaged: [] })
  await expectFilled(app, filled)
})
