import { readRecord, readRecords } from './copy-database.ts'

/** Incremented when records change in a way that the version before cannot read. */
const FORMAT = 1

/** The account whose copies are in this browser. */
export interface AccountRecord {
  key: 'account'
  format: number
  userId: string
  /** When the server last confirmed session and key, in milliseconds since the epoch. */
  lastContactAt: number
  /** The latest time that this browser has seen: its clock may be set back. */
  latestAt: number
}

/** A file of the archive in this browser. */
export interface FileRecord {
  /** The version of the bytes. It is also the name of the copy's file. */
  version: string
  /** Its name in the archive. */
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

/** A new record for this account, which is in contact now. */
export function accountInContact(userId: string, now: number): AccountRecord {
  return { key: 'account', format: FORMAT, userId, lastContactAt: now, latestAt: now }
}

/** The stored account; undefined without copies, and when a newer version of the app has written it. */
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
