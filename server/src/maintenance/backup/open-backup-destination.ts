import { resolve } from 'node:path'
import { type Config, WrongSettings } from '#config.ts'
import type { BackupDestination } from './backup-destination.ts'
import { backupFolder } from './backup-destination.disk.ts'
import { backupBucket } from './backup-destination.s3.ts'

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/

/**
 * Opens a folder, or `s3://bucket/folder` in the store of the S3 settings.
 * @throws WrongSettings
 */
export function openBackupDestination(
  where: string,
  { storage }: Pick<Config, 'storage'>,
): BackupDestination {
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
