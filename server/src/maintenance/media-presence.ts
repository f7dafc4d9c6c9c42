import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Storage } from '#storage/storage.ts'
import { commandName } from '#platform/command-name.ts'
import { type NamingColumn, namingColumns } from './named-files.ts'
import { OperatorError } from '#platform/operator-error.ts'

/**
 * Number of files of each kind that are looked for. The names of files are random, so the first ones in the order of
 * names are a random sample that stays the same.
 */
const SAMPLE = 8

/** The error when the media of this archive are not in the storage that the settings name. */
export class MediaMissing extends OperatorError {
  readonly finding: string
  /** The remedy for the operator. */
  readonly todo = `Mount the media folder, or correct the S3 settings (or set them again). If the media are lost, take them from a backup: ${commandName()} verify --mend --from PLACE`

  constructor(tried: number) {
    const finding = `The media of this archive are not where the settings say: none of ${tried} files that its rows name is there.`
    super(finding)
    this.name = 'MediaMissing'
    this.finding = finding
    this.message = `${finding} ${this.todo}`
  }
}

/**
 * Finds out whether the storage belongs to another archive, by looking for a sample of files. It does if the whole
 * sample is missing, or all `SAMPLE` files of one kind. The result is the number of missing files. Undefined if the
 * storage belongs to this archive, or if the archive has no files.
 * @throws StorageUnavailable
 */
export async function findMissingMedia(
  db: Database,
  storage: Pick<Storage, 'open'>,
): Promise<number | undefined> {
  let tried = 0
  let present = 0
  for (const column of await namingColumns(db)) {
    const names = await sampleOf(db, column)
    const isAnyThere = await isAnyStored(storage, names)
    tried += names.length
    if (isAnyThere) present += 1
    else if (names.length === SAMPLE) return SAMPLE
  }
  return tried > 0 && present === 0 ? tried : undefined
}

/**
 * Checks that the storage contains the media of this archive.
 * @throws MediaMissing, StorageUnavailable
 */
export async function requireMedia(db: Database, storage: Pick<Storage, 'open'>): Promise<void> {
  const tried = await findMissingMedia(db, storage)
  if (tried !== undefined) throw new MediaMissing(tried)
}

async function sampleOf(db: Database, { table, column, prefix }: NamingColumn): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} is not null
    order by ${sql.ref(column)} limit ${SAMPLE}`.execute(db)
  return rows.map(({ name }) => prefix + name)
}

/** Whether any of these files exists. Usually the first one does, and the others are not looked for. */
async function isAnyStored(storage: Pick<Storage, 'open'>, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const file = await storage.open(name)
    file?.close()
    if (file !== undefined) return true
  }
  return false
}
