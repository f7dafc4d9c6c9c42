export interface AccessKeysTables {
  accessKeys: {
    id: string
    keyValue: string
    createdAt: string
    /** Null again after that account was deleted; the key stays used. */
    usedBy: string | null
    usedAt: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AccessKeysTables {}
}
