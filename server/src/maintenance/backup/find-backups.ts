import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { backupFolder } from './backup-place.disk.ts'
import type { BackupPlace } from './backup-place.ts'
import { copiesIn } from '../database/copies.ts'
import { factsOf } from '../hashed.ts'
import { generationsOf, type Manifest, pathsOf } from './manifest.ts'
import { faultOfSqliteFile } from '../database/sqlite-file.ts'

/** A backup from which an archive can be brought back. */
export interface GoodBackup {
  /** What `restore --from` is given. */
  from: string
  madeAt: string
}

/** The database of a backup as it was before it was packed. */
export async function unpackedDatabase(
  place: BackupPlace,
  id: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const packed = await place.read(pathsOf(id).database)
  return packed && Readable.from(packed).pipe(createGunzip())
}

/** Whether a backup's database can be read and is what it was. */
export async function isDatabaseWhole(
  place: BackupPlace,
  { id, manifest }: { id: string; manifest: Manifest },
): Promise<boolean> {
  try {
    const bytes = await unpackedDatabase(place, id)
    return bytes !== undefined && (await factsOf(bytes)).sha256 === manifest.database.sha256
  } catch {
    return false
  }
}

/** The newest among the nightly backups (of a folder) and the copies made before migrations that is whole. */
export async function newestGoodBackup(
  dataFolder: string,
  backupTo: string | undefined,
): Promise<GoodBackup | undefined> {
  const found: GoodBackup[] = []
  if (backupTo !== undefined && !backupTo.startsWith('s3://')) {
    const place = backupFolder(backupTo)
    for (const generation of await generationsOf(place)) {
      if (!(await isDatabaseWhole(place, generation))) continue
      found.push({ from: backupTo, madeAt: generation.manifest.madeAt })
      break
    }
  }
  const copies = await copiesIn(dataFolder)
  const copy = copies.find(({ path }) => faultOfSqliteFile(path) === undefined)
  if (copy !== undefined) found.push({ from: copy.path, madeAt: copy.madeAt })
  return found.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))[0]
}
