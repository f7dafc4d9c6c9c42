import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig } from '#config.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { startS3 } from '#testing/s3-server.ts'
import { startApp } from '#testing/start-app.ts'
import { sample } from '#testing/audio-samples.ts'
import { missingReason } from '../../database/prepare-database.ts'
import { findBackupIn } from '../find-backups.ts'
import { backupAge } from '../../doctor/backups.ts'
import { backupFolder } from '../destination/backup-destination.disk.ts'
import { writeText } from '../destination/backup-destination.ts'
import { createBackup } from '../create-backup.ts'
import { generationsOf, pathsOf } from '../manifest.ts'
import { openBackupDestination } from '../open-backup-destination.ts'
import { rehearseRestore } from '../rehearsal/rehearse-restore.ts'
import { restoreBackup } from '../restore-backup.ts'
import { BackupKeyMissing } from './access.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-encrypted-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newKey(): Promise<{ file: string; recipient: string }> {
  const file = join(await newFolder(), 'backup.key')
  const identity = await generateX25519Identity()
  await writeFile(file, `${identity}\n`)
  return { file, recipient: await identityToRecipient(identity) }
}

/** Makes a backup in this process, as `backup` does. */
async function backUp(config: Config, to: string) {
  const destination = openBackupDestination(to, config)
  const storage = await openStorage(config)
  try {
    return await createBackup({ ...config, storage }, destination, {
      keptDays: 7,
    })
  } finally {
    storage.close()
    destination.close()
  }
}

test('an encrypted backup is restored with its private key alone, which the server does not have', async () => {
  const app = await startApp()
  const filled = await fillArchive(app)
  const keyFile = join(await newFolder(), 'backup.key')
  const { output } = await runArchive({}, 'backup-key', keyFile)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect((await runArchive({}, 'backup-key', keyFile)).output).toContain('exists already')
  const recipient = /BACKUP_RECIPIENTS=(age1\w+)/.exec(output)?.[1] ?? ''
  const to = await newFolder()
  const settings = { ...settingsOf(app), BACKUP_RECIPIENTS: recipient }
  const first = await runArchive(settings, 'backup', '--to', to)
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('6 of them new') })
  // The second backup finds the media of the first one, although the process cannot read them.
  const second = await runArchive(settings, 'backup', '--to', to)
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('0 of them new') })

  const here = await newFolder()
  const settingsHere = { DATA_DIR: here, DATABASE_URL: '', APP_SECRET: '' }
  const back = await runArchive(settingsHere, 'restore', '--from', to, '--identity', keyFile)
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('6 of them brought back') })
  await expectFilled(await startApp({ ...readConfig({ DATA_DIR: here }), logLevel: 'silent' }), filled)
})

test('without the private key a place shows numbers, sizes and times only', async () => {
  const app = await startApp()
  const filled = await fillArchive(app)
  const key = await newKey()
  const { config, secret } = app.services
  const to = await newFolder()
  const backupKeys = { recipients: [key.recipient], identityFile: undefined }
  const { id } = await backUp({ ...config, backupKeys }, to)
  await backUp({ ...config, backupKeys }, to)

  const secrets = [
    filled.albumTitel,
    filled.member.email,
    secret,
    createHash('sha256').update(sample('cbr.mp3')).digest('hex'),
    'tracks/',
    'migrations',
  ]
  const names: string[] = []
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'in-use.lock') continue
    const path = join(entry.parentPath, entry.name)
    names.push(path.slice(to.length + 1))
    const bytes = await readFile(path)
    for (const one of secrets)
      expect(bytes.includes(one) || path.includes(one), `${one} in ${path}`).toBe(false)
    if (entry.name !== 'encryption.json')
      expect(bytes.subarray(0, 22).toString(), path).toBe('age-encryption.org/v1\n')
  }
  for (const name of names)
    expect(name).toMatch(
      /^(?:encryption\.json|revocations\.jsonl\.age|content\/[0-9a-f]{2}\/[\w-]+\.age|generations\/[\dTZ.-]+\/(?:manifest\.json|database\.sqlite\.gz|media\.txt|secret)\.age)$/,
    )
  expect(names.filter((name) => name.startsWith('content/'))).toHaveLength(6)

  // The secret of the server decrypts the lists, but neither databases nor media.
  const destination = openBackupDestination(to, { ...config, backupKeys })
  const [newest] = await generationsOf(destination)
  expect(newest?.manifest.media.files).toBe(6)
  await expect(destination.read(pathsOf(id).database)).rejects.toThrow(BackupKeyMissing)
  const [{ path } = { path: '' }] = await Array.fromAsync(destination.list('content'))
  await expect(destination.read(path)).rejects.toThrow(BackupKeyMissing)
  const backup = { to, at: 0, keptDays: 7 }
  expect(await backupAge({ ...config, backupKeys, backup })).toMatchObject({
    state: 'good',
    message: expect.stringMatching(/6 files, encrypted$/),
  })
  const reason = await missingReason('kaputt', 'archive.sqlite', {
    dataFolder: config.dataFolder,
    findBackup: findBackupIn(to),
  })
  expect(reason.message).toContain(
    `newest backup (encrypted; set BACKUP_IDENTITY_FILE) is of ${newest?.manifest.madeAt}`,
  )
})

test('a missing or wrong private key is one clear line, and nothing is changed', async () => {
  const app = await startApp()
  const [key, other] = [await newKey(), await newKey()]
  const to = await newFolder()
  await backUp(
    { ...app.services.config, backupKeys: { recipients: [key.recipient], identityFile: undefined } },
    to,
  )
  const here = await newFolder()
  const garbage = join(here, 'garbage')
  await writeFile(garbage, 'geheim')
  const places = { missing: undefined, wrong: other.file, garbage, nowhere: join(here, 'nichts') }
  const lineFor = async (identityFile: string | undefined) => {
    const config = readConfig({ DATA_DIR: here })
    const destination = openBackupDestination(to, { ...config, backupKeys: { recipients: [], identityFile } })
    return generationsOf(destination).then(
      String,
      (error: unknown) => error instanceof Error && error.message,
    )
  }
  const missing = `The backups in ${to} are encrypted: set BACKUP_IDENTITY_FILE to the file with the private key of ${key.recipient}.`
  expect(await lineFor(places.missing)).toBe(missing)
  expect(await lineFor(places.wrong)).toBe(
    `BACKUP_IDENTITY_FILE: ${other.file} does not open the backups in ${to}; they need the private key of ${key.recipient}.`,
  )
  expect(await lineFor(places.garbage)).toBe(
    `BACKUP_IDENTITY_FILE: ${garbage} holds something else than private keys of age (AGE-SECRET-KEY-1…, without a passphrase).`,
  )
  expect(await lineFor(places.nowhere)).toBe(
    `BACKUP_IDENTITY_FILE: ${places.nowhere} cannot be read (ENOENT).`,
  )
  const settings = { DATA_DIR: here, DATABASE_URL: '', APP_SECRET: '' }
  expect(await runArchive(settings, 'restore', '--from', to)).toEqual({ code: 1, output: `${missing}\n` })
  expect(existsSync(join(here, 'archive.sqlite'))).toBe(false)
})

test('encrypted and unencrypted backups are never mixed, and recipients never come from the place', async () => {
  const app = await startApp()
  const { config } = app.services
  const [key, other] = [await newKey(), await newKey()]
  const withKeys = (...recipients: string[]) => ({
    ...config,
    backupKeys: { recipients, identityFile: undefined },
  })
  const plain = await newFolder()
  await backUp(config, plain)
  await expect(backUp(withKeys(key.recipient), plain)).rejects.toThrow('not encrypted; take an empty place')
  expect(existsSync(join(plain, 'encryption.json'))).toBe(false)

  const to = await newFolder()
  await backUp(withKeys(key.recipient), to)
  await expect(backUp(config, to)).rejects.toThrow(`is encrypted for ${key.recipient}; set it to that`)
  // An attacker who can write to the destination but does not know the secret replaces the key.
  const file = join(to, 'encryption.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace(key.recipient, other.recipient))
  await expect(backUp(withKeys(key.recipient), to)).rejects.toThrow('BACKUP_RECIPIENTS')
  const mistyped = key.recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  await expect(backUp(withKeys(mistyped), await newFolder())).rejects.toThrow('is mistyped')

  // The file encryption.json is lost. It is written anew, and earlier backups stay readable.
  await rm(file)
  await backUp(withKeys(key.recipient), to)
  expect(await generationsOf(openBackupDestination(to, withKeys(key.recipient)))).toHaveLength(2)
})

test('an archive with another secret needs the private key to go on in the same place', async () => {
  const app = await startApp()
  const { config } = app.services
  const key = await newKey()
  const to = await newFolder()
  const backupKeys = { recipients: [key.recipient], identityFile: undefined }
  await backUp({ ...config, backupKeys }, to)
  const renewed = { ...config, secret: 'x'.repeat(48) }
  await expect(backUp({ ...renewed, backupKeys }, to)).rejects.toThrow(BackupKeyMissing)
  await backUp({ ...renewed, backupKeys: { ...backupKeys, identityFile: key.file } }, to)
  const destination = openBackupDestination(to, { ...config, backupKeys })
  expect(await generationsOf(destination)).toHaveLength(2)
})

test('encrypted backups in S3 are rehearsed and restored', async () => {
  const s3 = await startS3()
  const storage = { kind: 's3', delivery: 'proxy', s3: s3.settings } as const
  const app = await startApp({ storage })
  const filled = await fillArchive(app)
  const key = await newKey()
  const { config } = app.services
  const to = 's3://archiv/verschlossen'
  await backUp({ ...config, backupKeys: { recipients: [key.recipient], identityFile: undefined } }, to)

  const here = { ...readConfig({ DATA_DIR: await newFolder() }), storage }
  const withKey = { ...here, backupKeys: { recipients: [], identityFile: key.file } }
  const destination = openBackupDestination(to, withKey)
  onTestFinished(() => destination.close())
  const { manifest } = await rehearseRestore(destination, here.dataFolder, { reservedBytes: 0 })
  expect(manifest.media.files).toBe(6)
  expect(await readdir(here.dataFolder)).toEqual(['rehearsal.lock'])

  const onDisk = readConfig({ DATA_DIR: await newFolder() })
  await restoreBackup(destination, { ...onDisk, storage: await openStorage(onDisk) }, { force: false })
  await expectFilled(await startApp({ ...onDisk, logLevel: 'silent' }), filled)
})

test('a damaged or newer description of the encryption is reported, and nothing is written', async () => {
  const to = await newFolder()
  await writeText(backupFolder(to), 'encryption.json', '{"format":2}')
  const app = await startApp()
  await expect(backUp(app.services.config, to)).rejects.toThrow('is damaged or was made by a newer version')
})
