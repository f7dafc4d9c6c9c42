import type { SessionEndReason } from '@tonarchiv/contract/session-end'

/** The purpose of a link in an email or on the console. */
type LinkPurpose = 'setup' | 'verify-email' | 'reset-password' | 'restore-email'

export interface AuthTables {
  sessions: {
    id: string
    /** SHA-256 of the token, base64url; the token itself is not stored. */
    tokenHash: string
    userId: string
    remembered: number
    /** The name that the member has given the device. Null if it is shown with the name of its browser. */
    name: string | null
    browser: string
    deviceType: 'mobile' | 'tablet' | 'desktop'
    address: string
    createdAt: string
    lastUsedAt: string
    idleEndsAt: string
    endsAt: string
  }
  /** Sessions that ended before they expired, with the reason. */
  endedSessions: { id: string; tokenHash: string; reason: SessionEndReason; endedAt: string }
  linkTokens: {
    /** SHA-256 of the token, base64url. */
    tokenHash: string
    purpose: LinkPurpose
    userId: string | null
    /** The address to which the link was sent. */
    email: string | null
    createdAt: string
    endsAt: string | null
    usedAt: string | null
  }
  knownAddresses: { userId: string; addressHash: string; lastLoginAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends AuthTables {}
}
