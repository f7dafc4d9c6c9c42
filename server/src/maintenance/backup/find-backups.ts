import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { backupFolder } from './destination/backup-destination.disk.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { copiesIn } from '../database/copies.ts'
import type { FindBackup, GoodBackup } from '../database/prepare-database.ts'
import { digestOfBytes } from '../hashed-bytes.ts'
import { BackupKeyMissing } from './encryption/access.ts'
import { generationsOf, type Manifest, pathsOf } from './manifest.ts'
import { faultOfSqliteFile } from '../database/sqlite-file.ts'

/** Reads the database of a backup and decompresses it. */
export async function unpackedDatabase(
  destination: BackupDestination,
  id: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const packed = await destination.read(pathsOf(id).database)
  return packed && Readable.from(packed).pipe(createGunzip())
}

/**
 * Whether a backup's database can be read and has the recorded hash.
 * @throws BackupKeyMissing
 */
export async function isDatabaseWhole(
  destination: BackupDestination,
  { id, manifest }: { id: string; manifest: Manifest },
): Promise<boolean> {
  try {
    const bytes = await unpackedDatabase(destination, id)
    return bytes !== undefined && (await digestOfBytes(bytes)).sha256 === manifest.database.sha256
  } catch (error) {
    if (error instanceof BackupKeyMissing) throw error
    return false
  }
}

/**
 * Finds the newest valid backup. It looks among the backups in a folder and among the copies that were made before
 * migrations.
 */
export const findBackupIn =
  (backupTo: string | undefined): FindBackup =>
  async (dataFolder) =>
    newestGoodBackup(dataFolder, backupTo)

async function newestGoodBackup(
  dataFolder: string,
  backupTo: string | undefined,
): Promise<GoodBackup | undefined> {
  const found: GoodBackup[] = []
  if (backupTo !== undefined && !backupTo.startsWith('s3://')) {
    const destination = backupFolder(backupTo)
    for (const generation of await generationsOf(destination)) {
      if (!(await isDatabaseWhole(destination, generation))) continue
      found.push({ from: backupTo, madeAt: generation.manifest.madeAt, isEncrypted: false })
      break
    }
    const encrypted = await newestEncrypted(destination)
    if (encrypted !== undefined) found.push({ from: backupTo, madeAt: encrypted, isEncrypted: true })
  }
  const copies = await copiesIn(dataFolder)
  const copy = copies.find(({ path }) => faultOfSqliteFile(path) === undefined)
  if (copy !== undefined) found.push({ from: copy.path, madeAt: copy.madeAt, isEncrypted: false })
  return found.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))[0]
}

/** The time of the newest encrypted backup, which is the name of its folder. */
async function newestEncrypted(destination: BackupDestination): Promise<string | undefined> {
  const times: string[] = []
  for await (const { path } of destination.list('generations')) {
    const [, day, hours, minutes, rest] =
      /^generations\/([\d-]+)T(\d\d)-(\d\d)-([\d.]+Z)\/manifest\.json\.age$/.exec(path) ?? []
    if (day !== undefined) times.push(`${day}T${hours}:${minutes}:${rest}`)
  }
  return times.toSorted().at(-1)
}
