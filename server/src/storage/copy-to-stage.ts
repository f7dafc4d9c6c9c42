import type { StagedFile, Storage } from './storage.ts'

const COPIED_AT_ONCE_BYTES = 1024 * 1024

/**
 * Makes a stored file available as a local file that other programs can open.
 * @returns undefined when the file is missing, or when the disk would have less than `reservedBytes` left
 * @throws the reason of the signal
 */
export async function copyToStage(
  storage: Storage,
  {
    storageName,
    sizeBytes,
    reservedBytes,
  }: { storageName: string; sizeBytes: number; reservedBytes: number },
  signal: AbortSignal,
): Promise<StagedFile | undefined> {
  if ((await storage.freeBytes()) < sizeBytes + reservedBytes) return undefined
  const stored = await storage.open(storageName)
  if (stored === undefined) return undefined
  const copy = await storage.stage()
  try {
    for (let position = 0; position < sizeBytes;) {
      signal.throwIfAborted()
      const chunk = Buffer.allocUnsafe(Math.min(COPIED_AT_ONCE_BYTES, sizeBytes - position))
      const length = await stored.read(chunk, position)
      if (length === 0) break
      await copy.write(chunk.subarray(0, length))
      position += length
    }
    await copy.finish()
    return copy
  } catch (error) {
    await copy.discard()
    throw error
  } finally {
    stored.close()
  }
}
