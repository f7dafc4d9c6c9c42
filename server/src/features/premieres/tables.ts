export interface PremieresTables {
  /** Members who are informed about a premiere. */
  premiereReminders: {
    albumId: string
    userId: string
    /** The time of the premiere that the member knows; null when the member knows that it was called off. */
    knownOpensAt: string | null
    createdAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PremieresTables {}
}
