import * as z from 'zod/mini'
import { WrongSettings } from '#config.ts'
import { type BackupDestination, oneOf, writeText } from '../destination/backup-destination.ts'
import { decrypted, encryptionFor, type FileEncryption, type Identity } from './age.ts'
import { type Access, BackupKeyMissing, ENCRYPTION_FILE, type EncryptedDestination } from './access.ts'
import { identitiesIn } from './identity-file.ts'
import { type PlaceKey, placeKey, placeKeyOfArchive } from './place-key.ts'

const EncryptionFile = z.object({
  format: z.literal(1),
  /** The public keys for which all files of the destination are encrypted. */
  recipients: z.array(z.string()),
  /** The key of the destination itself, encrypted for these public keys; base64. */
  key: z.string(),
  /** A value that identifies the key of the destination. */
  check: z.string(),
})
type EncryptionFile = z.output<typeof EncryptionFile>

/**
 * Files that the server reads to make the next backup. It cannot read any other file without the private key of the
 * operator.
 */
const READ_BY_SERVER = /^generations\/[^/]+\/(?:manifest\.json|media\.txt)$|^[^/]+$/

/** An encrypted destination of which this process can read at least the lists. */
interface Place {
  recipients: readonly string[]
  key: PlaceKey
  /** The private keys of the operator; empty where only backups are made. */
  identities: readonly Identity[]
}

/**
 * Opens an encrypted destination with the private key of the operator, or with the secret of the archive. The secret
 * decrypts only the lists of the backups.
 * @throws WrongSettings when neither of them fits
 */
export async function openEncrypted(
  inner: BackupDestination,
  encryptionFile: string,
  { identityFile, secret }: Access,
): Promise<EncryptedDestination> {
  const { recipients, key, check } = parsed(encryptionFile, inner)
  if (identityFile !== undefined) {
    const identities = await identitiesIn(identityFile)
    const bytes = await openedBy(identities, key)
    if (bytes === undefined)
      throw new WrongSettings([
        `BACKUP_IDENTITY_FILE: ${identityFile} does not open the backups in ${inner.name}; they need the private key of ${recipients.join(' or ')}.`,
      ])
    return encryptedDestination(inner, { recipients, identities, key: await placeKey(bytes) })
  }
  const own = await secret()
  const ofArchive = own === undefined ? undefined : await placeKeyOfArchive(own)
  if (ofArchive?.check !== check) throw new BackupKeyMissing(inner.name, recipients)
  return encryptedDestination(inner, { recipients, identities: [], key: ofArchive })
}

/**
 * Makes an empty destination encrypted. Several processes may do so at the same time, because they have the same secret
 * and so write the same key.
 * @throws WrongSettings
 */
export async function createEncrypted(
  inner: BackupDestination,
  { recipients, identityFile, secret }: Access,
): Promise<EncryptedDestination> {
  for await (const { path } of inner.list('generations')) {
    if (path.endsWith('.age')) continue
    throw new WrongSettings([
      `BACKUP_RECIPIENTS: ${inner.name} has backups that are not encrypted; take an empty place.`,
    ])
  }
  const own = await secret()
  if (own === undefined)
    throw new WrongSettings([
      'BACKUP_RECIPIENTS: the archive has no secret yet. Start the server once, then make the backup.',
    ])
  const key = await placeKeyOfArchive(own)
  const { encrypt } = await encryptionOfSettings(recipients)
  const encryptedKey = Buffer.concat(await Array.fromAsync(await encrypt(oneOf(key.bytes))))
  const file: EncryptionFile = {
    format: 1,
    recipients: [...recipients],
    key: encryptedKey.toString('base64'),
    check: key.check,
  }
  await writeText(inner, ENCRYPTION_FILE, `${JSON.stringify(file, undefined, 2)}\n`)
  const identities = identityFile === undefined ? [] : await identitiesIn(identityFile)
  return encryptedDestination(inner, { recipients, identities, key })
}

async function encryptedDestination(
  inner: BackupDestination,
  { key, recipients, identities }: Place,
): Promise<EncryptedDestination> {
  const forOperator = await encryptionOfSettings(recipients)
  const forServer = await encryptionOfSettings([...recipients, key.recipient])
  const encryptionOf = (path: string) => (READ_BY_SERVER.test(path) ? forServer : forOperator)
  return {
    name: inner.name,
    list: async function* (folder) {
      for await (const { path: stored, sizeBytes } of inner.list(folder)) {
        const path = key.pathOf(stored)
        if (path !== undefined) yield { path, sizeBytes: encryptionOf(path).contentBytes(sizeBytes) }
      }
    },
    read: async (path) => {
      const fitting = READ_BY_SERVER.test(path) ? [...identities, key.identity] : identities
      const bytes = await inner.read(key.storedPath(path))
      if (bytes === undefined) return undefined
      if (fitting.length === 0) throw new BackupKeyMissing(inner.name, recipients)
      return decrypted(bytes, fitting, path)
    },
    write: async (path, bytes) => inner.write(key.storedPath(path), await encryptionOf(path).encrypt(bytes)),
    remove: async (path) => inner.remove(key.storedPath(path)),
    clearUnfinished: async (before) => inner.clearUnfinished(before),
    close: () => inner.close(),
    refuseOtherRecipients: (others) => {
      const [theirs, ours] = [recipients, others].map((keys) => keys.toSorted().join(','))
      if (theirs === ours) return
      throw new WrongSettings([
        `BACKUP_RECIPIENTS: ${inner.name} is encrypted for ${theirs}; set it to that, or take an empty place.`,
      ])
    },
  }
}

async function encryptionOfSettings(recipients: readonly string[]): Promise<FileEncryption> {
  return encryptionFor(recipients).catch((error: unknown) => {
    throw new WrongSettings([
      `BACKUP_RECIPIENTS: a public key of age is mistyped (${error instanceof Error ? error.message : 'unknown'}).`,
    ])
  })
}

function parsed(text: string, { name }: BackupDestination): EncryptionFile {
  try {
    return z.parse(EncryptionFile, JSON.parse(text))
  } catch {
    throw new WrongSettings([`${name}/${ENCRYPTION_FILE} is damaged or was made by a newer version.`])
  }
}

/** Decrypts the key of a destination. Undefined when none of the private keys fits. */
async function openedBy(identities: readonly Identity[], key: string): Promise<Uint8Array | undefined> {
  const bytes = decrypted(oneOf(Buffer.from(key, 'base64')), identities, ENCRYPTION_FILE)
  return Array.fromAsync(bytes).then(
    (chunks) => Buffer.concat(chunks),
    () => undefined,
  )
}
