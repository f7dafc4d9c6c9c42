import { type Config, WrongSettings } from '#config.ts'
import { DatabaseTooNew } from '#database/migrate.ts'
import { CannotExport, WrongIndex } from '#features/archive-export/index.ts'
import { DiskReserved, FolderUnreadable } from '#features/music-import/index.ts'
import { CannotRestore } from '#maintenance/backup/destination/cannot-restore.ts'
import { BackupsGone } from '#maintenance/backup/used-places.ts'
import { CopyDiffers } from '#maintenance/database/copy-rows.ts'
import { TargetNotEmpty } from '#maintenance/database/database-copy.ts'
import { FolderInUse } from '#maintenance/database/folder-lock.ts'
import { ArchiveMissing } from '#maintenance/database/prepare-database.ts'
import { MediaMissing } from '#maintenance/media-presence.ts'
import { operatorFault } from '#maintenance/operator-fault.ts'
import { DependenciesTooOld } from '#platform/minimum-versions.ts'
import { ForeignArchive } from '#storage/disk/archive-owner.ts'

/** Errors whose message contains all that the operator needs. */
const EXPECTED = [
  WrongSettings,
  DependenciesTooOld,
  DatabaseTooNew,
  ArchiveMissing,
  ForeignArchive,
  FolderInUse,
  CannotExport,
  CannotRestore,
  TargetNotEmpty,
  CopyDiffers,
  DiskReserved,
  FolderUnreadable,
  WrongIndex,
  MediaMissing,
  BackupsGone,
]

/**
 * What a program prints in place of a stack trace when it ends because of something that the operator can
 * mend; undefined for faults of the program. `config` is undefined until the settings are read.
 */
export function operatorMessage(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof Error && EXPECTED.some((kind) => error instanceof kind)) return error.message
  const fault = config && operatorFault(error, config)
  return fault && `${fault.message} ${fault.todo}`
}
