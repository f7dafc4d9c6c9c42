import { join } from 'node:path'
import type { StorageChoice } from '../storage-choice.ts'
import { openDiskStorage } from './storage.disk.ts'
import type { MovableStorage } from '../storage.ts'

/** Opens the media storage that the settings choose. */
export async function openStorage({
  storage,
  dataFolder,
}: {
  storage: StorageChoice
  dataFolder: string
}): Promise<MovableStorage> {
  const folder = join(dataFolder, 'media')
  if (storage.kind === 'disk') return openDiskStorage(folder, { offloads: storage.delivery === 'accel' })
  const { openS3Storage } = await import('./storage.s3.ts')
  return openS3Storage(folder, storage.s3, { offloads: storage.delivery === 'redirect' })
}
