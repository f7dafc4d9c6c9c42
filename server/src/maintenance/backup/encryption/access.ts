import { WrongSettings } from '#config.ts'
import type { BackupDestination } from '../destination/backup-destination.ts'

/**
 * The name of the file that describes the encryption of a destination. It is not encrypted itself, so that an operator
 * can see which key decrypts the backups.
 */
export const ENCRYPTION_FILE = 'encryption.json'

/** The keys with which this process can read and write encrypted destinations. */
export interface Access {
  recipients: readonly string[]
  identityFile: string | undefined
  /** Returns the secret of the archive; undefined where there is no archive yet. */
  secret: () => Promise<string | undefined>
}

/** The error when backups are encrypted and their private key is not available. */
export class BackupKeyMissing extends WrongSettings {
  constructor(place: string, recipients: readonly string[]) {
    super([
      `The backups in ${place} are encrypted: set BACKUP_IDENTITY_FILE to the file with the private key of ${recipients.join(' or ')}.`,
    ])
    this.name = 'BackupKeyMissing'
  }
}

export interface EncryptedDestination extends BackupDestination {
  /**
   * Checks that the destination is encrypted for exactly these public keys. The keys are always those of the
   * settings, because an attacker who can write to the destination could add another key to `encryption.json`.
   * @throws WrongSettings when the destination was made for other keys
   */
  refuseOtherRecipients(recipients: readonly string[]): void
}
