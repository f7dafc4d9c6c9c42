import type { UploadKind } from '@tonarchiv/contract/uploads'

export interface ResumableUploadsTables {
  /** How much has arrived is told by the file alone. */
  resumableUploads: {
    id: string
    userId: string
    kind: UploadKind
    /** As the sender calls it; may be empty. */
    fileName: string
    sizeBytes: number
    createdAt: string
    expiresAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends ResumableUploadsTables {}
}
