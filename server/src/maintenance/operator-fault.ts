import { statSync } from 'node:fs'
import type { Config } from '#config.ts'
import {
  isDatabaseFull,
  isDatabaseMissing,
  isDatabaseUnavailable,
  isDatabaseUnwritable,
  isLoginRejected,
} from '#database/faults.ts'
import { accountName, nameOfAccount } from '#platform/accounts.ts'
import { isDiskFull } from '#storage/disk/disk-full.ts'
import { S3Refused } from '#storage/s3/s3-client.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'

/** A fault of the installation that the operator can correct: what is wrong, and what to do. */
export interface OperatorFault {
  message: string
  todo: string
}

type Settings = Pick<Config, 'host' | 'port' | 'dataFolder' | 'database' | 'storage' | 'metrics'>

/**
 * Describes errors of ports, folders, disks, the database and the media storage, which the operator can correct.
 * Undefined for all other errors, which are faults of the program.
 */
export function operatorFault(error: unknown, config: Settings): OperatorFault | undefined {
  return (
    faultOfListening(error, config) ??
    faultOfDisk(error, config) ??
    faultOfFolder(error, config) ??
    faultOfPostgres(error, config) ??
    faultOfStore(error, config)
  )
}

/** A property of an error as text; empty when it has none. */
function detail(error: unknown, name: 'code' | 'syscall' | 'path' | 'hostname'): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** The listener that failed to start: that of the server, or that of the metrics. */
function failedListener(error: unknown, { host, port, metrics: { listen } }: Settings) {
  const own = { prefix: '', host, port }
  const ofMetrics = listen && { prefix: 'METRICS_', ...listen }
  const candidates = ofMetrics === undefined ? [own] : [own, ofMetrics]
  if (detail(error, 'syscall') === 'getaddrinfo')
    return candidates.find((one) => one.host === detail(error, 'hostname'))
  if (detail(error, 'syscall') !== 'listen') return undefined
  const failedPort: unknown = error instanceof Error ? Reflect.get(error, 'port') : undefined
  return candidates.find((one) => one.port === failedPort)
}

function faultOfListening(error: unknown, settings: Settings): OperatorFault | undefined {
  const listener = failedListener(error, settings)
  if (listener === undefined) return undefined
  const { prefix, host, port } = listener
  switch (detail(error, 'code')) {
    case 'EADDRINUSE':
      return {
        message: `Port ${port} of ${host} is in use: another program listens there.`,
        todo: `End that program, or set ${prefix}PORT to another port.`,
      }
    case 'EACCES':
      return {
        message: `The account ${accountName()} may not listen on port ${port}.`,
        todo: `Set ${prefix}PORT to a port from 1024 up; a proxy in front takes 80 and 443.`,
      }
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        message: `${prefix}HOST: "${host}" is no address of this machine.`,
        todo: `Set ${prefix}HOST to 127.0.0.1, or to 0.0.0.0 for all addresses of this machine.`,
      }
    default:
      return undefined
  }
}

function faultOfDisk(error: unknown, { dataFolder, database }: Settings): OperatorFault | undefined {
  if (!isDiskFull(error) && !isDatabaseFull(error)) return undefined
  if (detail(error, 'code') === '53100' && database.kind === 'postgres')
    return {
      message: `The disk of PostgreSQL (${nameOfServer(database.url)}) is full.`,
      todo: 'Make room on it, then start again.',
    }
  return {
    message: `The disk of ${detail(error, 'path') || dataFolder} is full.`,
    todo: 'Make room on it or take a larger disk, then start again.',
  }
}

const NO_RIGHTS = new Set(['EACCES', 'EPERM'])
const NO_FOLDER = new Set(['ENOTDIR', 'EEXIST'])

function faultOfFolder(error: unknown, { dataFolder }: Settings): OperatorFault | undefined {
  if (isDatabaseUnwritable(error)) return unusable(`The database in ${dataFolder}`, dataFolder)
  const [code, path] = [detail(error, 'code'), detail(error, 'path')]
  if (path === '') return undefined
  const isOfArchive =
    path === dataFolder || path.startsWith(`${dataFolder}/`) || dataFolder.startsWith(`${path}/`)
  if (NO_RIGHTS.has(code)) return isOfArchive ? unusable(path, dataFolder) : inaccessible(path)
  if (code === 'EROFS')
    return {
      message: `${path} is on a disk that cannot be written to.`,
      todo: 'Mount it writable; for a service add the folder by ReadWritePaths=, for a container as a volume.',
    }
  if (NO_FOLDER.has(code) && isOfArchive)
    return { message: `${path} is no folder.`, todo: 'Set DATA_DIR to a folder, or move that file away.' }
  return undefined
}

/** The fault that this account lacks the rights for a folder or file of the archive. */
export function unusable(what: string, dataFolder: string): OperatorFault {
  const account = accountName()
  const message = `${what} may not be used by the account ${account}.`
  const owner = ownerOf(dataFolder)
  if (owner === 'hidden')
    return { message, todo: `Let ${account} into the folders above it, or set DATA_DIR to another folder.` }
  if (owner === undefined)
    return { message, todo: `install --directory --owner=${account} --mode=0700 ${dataFolder}` }
  if (owner === process.getuid?.()) return { message, todo: `chmod --recursive u+rwX ${dataFolder}` }
  return {
    message: `${message} It belongs to ${nameOfAccount(owner)}.`,
    todo: `Run it as ${nameOfAccount(owner)}, or give it away: chown --recursive ${account} ${dataFolder}`,
  }
}

/** The fault that a path outside of the archive, such as the folder of backups, cannot be accessed. */
function inaccessible(path: string): OperatorFault {
  const account = accountName()
  return {
    message: `${path} may not be used by the account ${account}.`,
    todo:
      ownerOf(path) === undefined
        ? `install --directory --owner=${account} --mode=0700 ${path}`
        : 'Give this account the right to read and write it.',
  }
}

/**
 * The account that owns a file or folder; undefined when it does not exist. `hidden` means that this account may not
 * even see it.
 */
function ownerOf(place: string): number | 'hidden' | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false })?.uid
  } catch {
    return 'hidden'
  }
}

function faultOfPostgres(error: unknown, { database }: Settings): OperatorFault | undefined {
  if (database.kind !== 'postgres') return undefined
  const server = nameOfServer(database.url)
  if (isLoginRejected(error))
    return {
      message: `PostgreSQL (${server}) does not accept the account or its password.`,
      todo: 'Check the name and the password in DATABASE_URL; special characters are written as %40 for @.',
    }
  if (isDatabaseMissing(error))
    return {
      message: `PostgreSQL (${server}) has no database of the name in DATABASE_URL.`,
      todo: 'Check the name in DATABASE_URL, or create that database.',
    }
  if (isDatabaseUnavailable(error) || detail(error, 'code') === 'EAI_AGAIN')
    return {
      message: `PostgreSQL (${server}) does not answer (${detail(error, 'code') || 'timeout'}).`,
      todo: 'Check host and port in DATABASE_URL, and whether PostgreSQL runs there.',
    }
  return undefined
}

function nameOfServer(url: string): string {
  return new URL(url).host || 'local'
}

function faultOfStore(error: unknown, { storage }: Settings): OperatorFault | undefined {
  if (storage.kind !== 's3') return undefined
  const { endpoint, bucket } = storage.s3
  if (error instanceof StorageUnavailable)
    return {
      message: `The S3 store ${endpoint} does not answer.`,
      todo: 'Check S3_ENDPOINT, and whether the store runs there.',
    }
  if (!(error instanceof S3Refused)) return undefined
  const where = `The S3 store ${endpoint}`
  switch (error.code) {
    case 'NoSuchBucket':
      return {
        message: `${where} has no bucket ${bucket}.`,
        todo: 'Create it, or correct S3_BUCKET.',
      }
    case 'SignatureDoesNotMatch':
    case 'InvalidAccessKeyId':
      return {
        message: `${where} does not accept the key (${error.code}).`,
        todo: 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.',
      }
    case 'AccessDenied':
      return {
        message: `${where} does not let this key use the bucket ${bucket} (AccessDenied).`,
        todo: 'The key must be allowed to list, read, write and delete objects in it.',
      }
    default:
      return {
        message: `${where} refuses the bucket ${bucket} (${error.code}).`,
        todo: 'Check S3_ENDPOINT and S3_BUCKET; the bucket is not part of the address.',
      }
  }
}
