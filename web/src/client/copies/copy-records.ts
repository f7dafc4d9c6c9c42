import { readRecord, readRecords } from './copy-database.ts'

/** The format of the records. Increment it when a change cannot be read by the previous version of the app. */
const FORMAT = 1

/** The account whose copies are in this browser. Times are in milliseconds since 1970. */
export interface AccountRecord {
  key: 'account'
  format: number
  userId: string
  /** When the server last confirmed that session and access key are valid. */
  lastContactAt: number
  /** The latest time that this browser's clock has shown, because the clock may be set back. */
  latestAt: number
}

/** A file of the archive that is stored in this browser, completely or in part. */
export interface FileRecord {
  /** Identifies the bytes of the file; also the name of the copy's file. */
  version: string
  /** The name of the file in the archive. */
  file: string
  sizeBytes: number
  mimeType: string
  isComplete: boolean
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (found: unknown): found is Fields => typeof found === 'object' && found !== null

function isAccount(found: unknown): found is AccountRecord {
  if (!isObject(found)) return false
  const { userId, lastContactAt, latestAt, format } = found
  const areTimes = typeof lastContactAt === 'number' && typeof latestAt === 'number'
  return areTimes && typeof userId === 'string' && format === FORMAT
}

function isFile(found: unknown): found is FileRecord {
  if (!isObject(found)) return false
  const { version, file, sizeBytes, mimeType, isComplete } = found
  const areTexts = [version, file, mimeType].every((text) => typeof text === 'string')
  return areTexts && typeof sizeBytes === 'number' && typeof isComplete === 'boolean'
}

/** A new record for an account whose session and access key the server has just confirmed. */
export function accountInContact(userId: string, now: number): AccountRecord {
  return { key: 'account', format: FORMAT, userId, lastContactAt: now, latestAt: now }
}

/**
 * The stored record of the account; undefined when there are no copies, or when a newer version of the app has written
 * it.
 */
export async function readAccount(): Promise<AccountRecord | undefined> {
  const found = await readRecord('account', 'account')
  return isAccount(found) ? found : undefined
}

export async function readFileRecord(version: string): Promise<FileRecord | undefined> {
  const found = await readRecord('files', version)
  return isFile(found) ? found : undefined
}

export async function readFileRecords(): Promise<FileRecord[]> {
  return (await readRecords('files')).filter(isFile)
}
