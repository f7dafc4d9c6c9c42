export interface DigestTables {
  /** Accounts that get digests, as long as they want them. */
  digests: {
    userId: string
    /** The rhythm and the time zone for which `dueAt` was computed. */
    rhythm: 'daily' | 'weekly'
    timeZone: string
    dueAt: string
    /** The next digest is about what happened after this time. */
    coveredUntil: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends DigestTables {}
}
