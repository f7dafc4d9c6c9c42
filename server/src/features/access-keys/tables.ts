export interface AccessKeysTables {
  accessKeys: {
    id: string
    keyValue: string
    /** Equal for keys that were made together. They differ only in their key value, uses and withdrawal. */
    batchId: string
    /** What admins write about the batch; members never see it. */
    note: string | null
    /** What an invitation says to the person who is invited. */
    words: string | null
    /** Key value, note and words as `foldText` makes them, for the search. */
    searchText: string
    /** The account that made the key. Null for the command line, and after the account was deleted. */
    madeBy: string | null
    /** Whether a member made the key for a friend. */
    isInvitation: number
    scopeId: string
    maxUses: number
    /** How often the key was redeemed; each time has a row in `accessKeyUses`. */
    uses: number
    /** From then on the key cannot be redeemed. Null for no end. */
    expiresAt: string | null
    /** How long the access lasts that the key gives. Null for access without an end. */
    stayDays: number | null
    withdrawnAt: string | null
    createdAt: string
  }
  /** Who has redeemed a key, once per account. `userId` is null after that account was deleted. */
  accessKeyUses: { id: string; accessKeyId: string; userId: string | null; usedAt: string }
  /** Requests of members without a key: open ones, and rejected ones. */
  keyRequests: { userId: string; createdAt: string; rejectedAt: string | null }
}

declare module '#database/schema.ts' {
  interface Schema extends AccessKeysTables {}
}
