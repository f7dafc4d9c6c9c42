export interface AccessKeysTables {
  accessKeys: {
    id: string
    keyValue: string
    createdAt: string
    /**
     * The account that has redeemed the key. Null for an unused key. Null again after that account was deleted;
     * `usedAt` stays set then.
     */
    usedBy: string | null
    usedAt: string | null
  }
  /** Requests of members without a key: open ones, and rejected ones. */
  keyRequests: { userId: string; createdAt: string; rejectedAt: string | null }
}

declare module '#database/schema.ts' {
  interface Schema extends AccessKeysTables {}
}
