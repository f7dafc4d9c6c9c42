import type { Storage } from './storage.ts'

/** Size of a stored file in bytes; undefined when there is none. */
export async function storedSize(
  storage: Pick<Storage, 'open'>,
  name: string | null | undefined,
): Promise<number | undefined> {
  const file = name === null || name === undefined ? undefined : await storage.open(name)
  file?.close()
  return file?.sizeBytes
}
