export interface AuditLogTables {
  adminActs: {
    id: string
    at: string
    actorId: string
    sessionId: string | null
    address: string | null
    requestId: string | null
    action: string
    target: string
    /** JSON. */
    before: string | null
    /** JSON. */
    after: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AuditLogTables {}
}
