import type { Revocation } from './revocation.ts'

/**
 * All tables, in TypeScript's names. Each feature adds its own in its `tables.ts` by declaration merging, so that the
 * database does not import features.
 */
export interface Schema {
  migrations: { name: string; appliedAt: string }
  revocations: Revocation
  rateLimits: { bucket: string; count: number; endsAt: string }
  letters: {
    id: string
    /** Whom it concerns; it goes with the account. */
    userId: string
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    tries: number
    nextTryAt: string
    createdAt: string
  }
}
