import type { Generated } from 'kysely'
import type { Revocation } from './revocation.ts'

/**
 * All tables, with camelCase names. Each feature adds its own in its `tables.ts` by declaration merging, so
 * that the database does not import features.
 */
export interface Schema {
  migrations: { name: string; appliedAt: string }
  revocations: Revocation
  rateLimits: { bucket: string; count: number; endsAt: string }
  pendingUploads: {
    id: string
    /** The member who has uploaded, or who announces a premiere. */
    userId: string
    kind: 'album' | 'video' | 'premiere'
    /** The ids of the albums, of the video, or of the album with the premiere, as JSON. */
    itemIds: string
    createdAt: string
    /** Whether the message about the upload must still be posted in the chat room. */
    cardDue: Generated<0 | 1>
    /** Whether the notice about the upload must still be stored. */
    noticeDue: Generated<0 | 1>
  }
  letters: {
    id: string
    /** The account that the email concerns; the row is deleted with it. */
    userId: string
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    /** Inline pictures as JSON (`EmailPicture`); null for none. */
    pictures: string | null
    /** The link that ends further emails of this kind; null for emails that cannot be ended. */
    unsubscribeUrl: string | null
    tries: number
    nextTryAt: string
    createdAt: string
  }
}
