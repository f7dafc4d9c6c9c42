import type { UploadKind } from '@tonarchiv/contract/uploads'

export interface ResumableUploadsTables {
  /** The number of arrived bytes is not stored here: it is the size of the file. */
  resumableUploads: {
    id: string
    userId: string
    kind: UploadKind
    /** The name that the client sent; may be empty. */
    fileName: string
    sizeBytes: number
    createdAt: string
    expiresAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends ResumableUploadsTables {}
}
