import type { UploadKind } from '@tonarchiv/contract/uploads'

export interface ResumableUploadsTables {
  /** Unfinished uploads. The number of arrived bytes is not stored here, because it is the size of the file. */
  resumableUploads: {
    id: string
    userId: string
    kind: UploadKind
    /** The file name that the client has sent; may be empty. */
    fileName: string
    sizeBytes: number
    createdAt: string
    expiresAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends ResumableUploadsTables {}
}
