import { WrongSettings } from '#config.ts'
import type { BackupDestination } from '../destination/backup-destination.ts'

/** The file itself is not encrypted, so that an operator can see which key opens the place. */
export const ENCRYPTION_FILE = 'encryption.json'

/** What this process has to read and write encrypted places. */
export interface Access {
  recipients: readonly string[]
  identityFile: string | undefined
  /** The archive's secret; undefined where there is no archive yet. */
  secret: () => Promise<string | undefined>
}

/** The backups are encrypted and their private key is not here. */
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
   * Only the settings decide for which public keys backups are encrypted: an attacker who can write to the place could
   * add another key to its file.
   * @throws WrongSettings when the place was made for other keys
   */
  refuseOtherRecipients(recipients: readonly string[]): void
}
