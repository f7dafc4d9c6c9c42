import type { S3Settings } from '../storage-choice.ts'
import { s3Client } from './s3-client.ts'

/**
 * Checks the settings of S3 by listing the bucket once, so that a wrong address, key or bucket is found before the
 * first upload.
 * @throws S3Refused, StorageUnavailable
 */
export async function requireBucket(settings: S3Settings): Promise<void> {
  const client = s3Client(settings)
  try {
    await client.list('probe/')[Symbol.asyncIterator]().next()
  } finally {
    client.close()
  }
}
