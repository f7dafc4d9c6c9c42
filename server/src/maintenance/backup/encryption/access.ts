import { WrongSettings } from '#config.ts'
import type { BackupDestination } from '../destination/backup-destination.ts'

/** In the clear, so that an operator sees which key opens the place. */
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
   * Only the settings say for whom backups are encrypted: an attacker who can write to the place could name another
   * key in it.
   * @throws WrongSettings when the place was made for others
   */
  refuseOtherRecipients(recipients: readonly string[]): void
}
