import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Storage } from '#storage/storage.ts'
import { commandName } from '#platform/command-name.ts'
import { type NamingColumn, namingColumns } from './named-files.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Files of each kind that are looked for. Their names are random, so these are a fixed random sample. */
const SAMPLE = 8

/** The media of this archive are not where the settings say. */
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
 * The number of files that were looked for and are missing, if the storage cannot belong to this archive: the whole
 * sample is missing, or all `SAMPLE` files of one kind. Undefined otherwise, and for an archive without files.
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

/** @throws MediaMissing, StorageUnavailable */
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

/** Usually the first file exists, so that no other one is looked for. */
async function isAnyStored(storage: Pick<Storage, 'open'>, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const file = await storage.open(name)
    file?.close()
    if (file !== undefined) return true
  }
  return false
}
