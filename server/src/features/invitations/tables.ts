export interface InvitationsTables {
  /** Members from whom an admin has taken the invitations. */
  barredInviters: { userId: string; barredAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends InvitationsTables {}
}
