import type { Services } from '#services.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** The error when the disk has no free space besides the reserve. */
class DiskReserved extends OperatorError {
  constructor() {
    super('Not enough free space: the import keeps RESERVED_DISK_MB free')
    this.name = 'DiskReserved'
  }
}

/**
 * Checks that files fit on the disk. Files that share their bytes with the originals need no space, but the reserve
 * must be free.
 * @throws DiskReserved
 */
export async function requireSpace(
  { storage, config }: Pick<Services, 'storage' | 'config'>,
  files: readonly { sizeBytes: number }[],
  mayLink: boolean,
): Promise<void> {
  const bytes = mayLink ? 0 : files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if ((await storage.freeBytes()) < bytes + config.reservedDiskBytes) throw new DiskReserved()
}
