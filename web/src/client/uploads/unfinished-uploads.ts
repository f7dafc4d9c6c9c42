import '../zod-config.ts'
import { OPEN_UPLOADS_MAX, UPLOAD_TTL_HOURS } from '@tonarchiv/contract/uploads'
import * as z from 'zod/mini'
import { getStored, setStored } from '../signed-in-storage.ts'

const Unfinished = z.array(
  z.object({
    /** Identifies the file; see `fingerprintOf`. */
    fingerprint: z.string(),
    /** The URL to which the file is uploaded. */
    address: z.string(),
    /** Milliseconds since 1970. */
    begunAt: z.number(),
  }),
)
type Unfinished = z.infer<typeof Unfinished>

const UNFINISHED_TTL_MS = UPLOAD_TTL_HOURS * 3_600_000

/** The stored uploads, without those that the server has surely deleted by now. */
function read(): Unfinished {
  try {
    const stored = Unfinished.safeParse(JSON.parse(getStored('unfinishedUploads') ?? '[]'))
    return (stored.data ?? []).filter(({ begunAt }) => Date.now() - begunAt < UNFINISHED_TTL_MS)
  } catch {
    return []
  }
}

function write(uploads: Unfinished): void {
  setStored(
    'unfinishedUploads',
    uploads.length === 0 ? undefined : JSON.stringify(uploads.slice(-OPEN_UPLOADS_MAX)),
  )
}

/** Identifies a file by its properties, without reading its content. */
export function fingerprintOf(kind: string, { name, size, type, lastModified }: File): string {
  return JSON.stringify([kind, name, size, type, lastModified])
}

/**
 * The URL of an earlier, unfinished upload of this file; undefined when there is none that the server may still have.
 */
export function unfinishedUpload(fingerprint: string): string | undefined {
  return read().find((upload) => upload.fingerprint === fingerprint)?.address
}

export function storeUnfinished(fingerprint: string, address: string): void {
  const others = read().filter((upload) => upload.fingerprint !== fingerprint)
  write([...others, { fingerprint, address, begunAt: Date.now() }])
}

export function removeUnfinished(address: string): void {
  write(read().filter((upload) => upload.address !== address))
}
