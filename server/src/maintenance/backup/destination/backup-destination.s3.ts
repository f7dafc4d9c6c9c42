import { type S3Client, s3Client } from '#storage/s3/s3-client.ts'
import { s3Uploader } from '#storage/s3/s3-upload.ts'
import type { S3Settings } from '#storage/storage-choice.ts'
import type { BackupDestination } from './backup-destination.ts'

const CHUNK_BYTES = 4 * 1024 * 1024

/** A destination for backups in an S3 bucket, below a prefix. Nothing is stored on the local disk before it is sent. */
export function backupBucket(settings: S3Settings, folder: string): BackupDestination {
  const client = s3Client(settings)
  const uploader = s3Uploader(client)
  const keyOf = (path: string) => (folder === '' ? path : `${folder}/${path}`)
  return {
    name: `s3://${settings.bucket}/${folder}`,
    list: async function* (below) {
      for await (const { key, sizeBytes } of client.list(`${keyOf(below)}/`))
        yield { path: folder === '' ? key : key.slice(folder.length + 1), sizeBytes }
    },
    read: async (path) => {
      const digest = await client.head(keyOf(path))
      return digest && chunksOf(client, keyOf(path), digest.sizeBytes)
    },
    write: async (path, bytes) => uploader.sendStream(bytes, keyOf(path)),
    remove: async (path) => client.remove(keyOf(path)),
    clearUnfinished: async (before) => {
      const own = keyOf('')
      for await (const upload of client.openUploads())
        if (upload.key.startsWith(own) && upload.startedAt < before) await client.abortMultipartUpload(upload)
    },
    close: () => client.close(),
  }
}

async function* chunksOf(client: S3Client, key: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < sizeBytes;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, sizeBytes - position))
    const bytes = await client.read(key, chunk, position)
    if (bytes === undefined || bytes === 0) throw new Error(`${key} ended before its end`)
    yield chunk.subarray(0, bytes)
    position += bytes
  }
}
