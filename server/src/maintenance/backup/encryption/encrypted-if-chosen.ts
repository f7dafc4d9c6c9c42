import { type BackupDestination, readText } from '../destination/backup-destination.ts'
import { type Access, ENCRYPTION_FILE, type EncryptedDestination } from './access.ts'

/**
 * Wraps a destination. If the destination is already encrypted, its files are encrypted. An unencrypted destination
 * without backups becomes encrypted with its first file if there are public keys. The libraries are loaded when they
 * are first needed.
 */
export function encryptedIfChosen(inner: BackupDestination, access: Access): BackupDestination {
  let found: Promise<EncryptedDestination | undefined> | undefined

  async function open(): Promise<EncryptedDestination | undefined> {
    const text = await readText(inner, ENCRYPTION_FILE)
    if (text === undefined) return undefined
    return (await import('./backup-destination.encrypted.ts')).openEncrypted(inner, text, access)
  }

  const reading = async () => (await (found ??= open())) ?? inner

  async function writing(): Promise<BackupDestination> {
    const encrypted = await (found ??= open())
    encrypted?.refuseOtherRecipients(access.recipients)
    if (encrypted !== undefined || access.recipients.length === 0) return encrypted ?? inner
    found = import('./backup-destination.encrypted.ts').then(async ({ createEncrypted }) =>
      createEncrypted(inner, access),
    )
    return reading()
  }

  return {
    name: inner.name,
    list: async function* (folder) {
      yield* (await reading()).list(folder)
    },
    read: async (path) => (await reading()).read(path),
    write: async (path, bytes) => (await writing()).write(path, bytes),
    remove: async (path) => (await reading()).remove(path),
    clearUnfinished: async (before) => inner.clearUnfinished(before),
    close: () => inner.close(),
  }
}
