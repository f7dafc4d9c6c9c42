import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, WrongSettings } from '#config.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { backupBucket } from './destination/backup-destination.s3.ts'
import { encryptedIfChosen } from './encryption/encrypted-if-chosen.ts'

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/

/**
 * Opens a destination: a folder, or `s3://bucket/folder` in the store of the S3 settings. Files that are written to it
 * are encrypted if there are public keys.
 * @throws WrongSettings; the methods of the destination throw it as well, when the keys do not fit
 */
export function openBackupDestination(
  where: string,
  {
    storage,
    dataFolder,
    secret,
    backupKeys,
  }: Pick<Config, 'storage' | 'dataFolder' | 'secret' | 'backupKeys'>,
): BackupDestination {
  return encryptedIfChosen(openUnencrypted(where, storage), {
    ...backupKeys,
    secret: async () =>
      secret ?? (await readFile(join(dataFolder, 'secret'), 'utf8').catch(undefinedIfMissing))?.trim(),
  })
}

function openUnencrypted(where: string, storage: Config['storage']): BackupDestination {
  if (!where.startsWith('s3://')) return backupFolder(resolve(where))
  const [, bucket, folder = ''] = S3_URL.exec(where) ?? []
  if (bucket === undefined)
    throw new WrongSettings([`"${where}" names no bucket; it must look like s3://bucket/folder.`])
  if (storage.kind !== 's3')
    throw new WrongSettings([
      `"${where}": backups go to S3 with the account of the media storage; set S3_ENDPOINT and the other S3 settings.`,
    ])
  return backupBucket({ ...storage.s3, bucket }, folder)
}
