import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { backupCommand } from '#cli/backup.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { eventually } from '#testing/eventually.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { startS3 } from '#testing/s3-server.ts'
import { startApp } from '#testing/start-app.ts'
import { lockBackups } from '../database/folder-lock.ts'
import { createBackup } from './create-backup.ts'
import { openBackupDestination } from './open-backup-destination.ts'
import { restoreBackup } from './restore-backup.ts'
import { startRevocationList, readRevocations } from './revocation-list.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-s3-backup-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a backup is written to S3, and restored to a disk and to an S3 store', async () => {
  const s3 = await startS3()
  const storage = { kind: 's3', delivery: 'proxy', s3: s3.settings } as const
  const app = await startApp({ storage })
  const filled = await fillArchive(app)
  const gone = await app.signIn()
  const { config } = app.services
  const destination = openBackupDestination('s3://archiv/sicherung', config)
  const media = await openStorage(config)
  onTestFinished(() => {
    destination.close()
    media.close()
  })
  const first = await createBackup({ ...config, storage: media }, destination, { keptDays: 7 })
  expect(first).toMatchObject({ newFiles: 6, manifest: { media: { files: 6, missing: [] } } })
  expect((await createBackup({ ...config, storage: media }, destination, { keptDays: 7 })).newFiles).toBe(0)

  // This account is deleted after the backup. The revocation list beside the backup records the deletion.
  await gone.call(deleteAccount, { body: { password: gone.password } })
  const backup = { to: destination.name, at: 0, keptDays: 7 }
  const stopList = startRevocationList({ ...app.services, config: { ...config, backup } })
  await eventually(async () => expect((await readRevocations(destination)).size).toBe(1))
  await stopList()

  const lock = lockBackups(config.dataFolder, destination.name)
  const second = backupCommand.runBeside(
    () => config,
    ['--to', destination.name],
    new AbortController().signal,
  )
  await expect(second).rejects.toThrow('works with s3://archiv/sicherung')
  lock.release()

  const here = readConfig({ DATA_DIR: await newFolder() })
  const onDisk = await restoreBackup(
    destination,
    { ...here, storage: await openStorage(here) },
    { force: false },
  )
  expect(onDisk.renewed.revoked.account).toBe(1)
  await expectFilled(await startApp({ ...here, logLevel: 'silent' }), filled)

  const there = { ...readConfig({ DATA_DIR: await newFolder() }), storage }
  const target = await openStorage(there)
  onTestFinished(() => target.close())
  await target.remove((await Array.fromAsync(target.list('tracks', new Date(Date.now() + 1000)))).slice(0, 1))
  const { newFiles } = await restoreBackup(destination, { ...there, storage: target }, { force: false })
  expect(newFiles).toBe(1)
  await expectFilled(await startApp({ ...there, logLevel: 'silent' }), filled)
})

test('a backup to S3 needs no space for temporary files, however large the files are', async () => {
  const s3 = await startS3()
  const destination = openBackupDestination('s3://archiv/sicherung', {
    ...readConfig({ DATA_DIR: await newFolder() }),
    storage: { kind: 's3', delivery: 'proxy', s3: s3.settings },
  })
  const temporary = process.env['TMPDIR']
  onTestFinished(() => {
    destination.close()
    if (temporary === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = temporary
  })
  process.env['TMPDIR'] = '/there/is/no/such/folder'
  const mebibyte = 1024 * 1024
  for (const sizeBytes of [0, 5, 8 * mebibyte, 17 * mebibyte + 3]) {
    const given = randomBytes(sizeBytes)
    const chunks = async function* () {
      for (let at = 0; at < sizeBytes; at += 300_000) yield given.subarray(at, at + 300_000)
    }
    await destination.write(`media/${sizeBytes}`, chunks())
    const back = await destination.read(`media/${sizeBytes}`)
    expect(Buffer.concat(await Array.fromAsync(back ?? [])).equals(given)).toBe(true)
  }
})

test('an S3 address without a bucket or without credentials is rejected', async () => {
  const config = readConfig({ DATA_DIR: await newFolder() })
  expect(() => openBackupDestination('s3://', config)).toThrow('names no bucket')
  expect(() => openBackupDestination('s3://archiv/sicherung', config)).toThrow('set S3_ENDPOINT')
})
