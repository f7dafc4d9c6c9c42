export interface InvitationsTables {
  /** Members whom an admin has barred from inviting. */
  barredInviters: { userId: string; barredAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends InvitationsTables {}
}
