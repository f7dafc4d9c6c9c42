import type { SessionEndReason } from '@tonarchiv/contract/session-end'

/** The purpose of a link in an email or on the console. */
type LinkPurpose = 'setup' | 'verify-email' | 'reset-password' | 'restore-email'

/** How a member has confirmed in a session that they own the account. */
export type ConfirmedBy = 'login' | 'password' | 'passkey' | 'code'

export interface FactorTables {
  passkeys: {
    id: string
    userId: string
    /** The id that the authenticator has given to the passkey, base64url. */
    credentialId: string
    /** COSE key, base64url. */
    publicKey: string
    counter: number
    /** JSON array. */
    transports: string
    kind: 'computer' | 'phone' | 'key'
    isSynced: number
    name: string
    /** The session in which it was made or last used. */
    sessionId: string | null
    createdAt: string
    lastUsedAt: string | null
  }
  /** Passkeys that were removed, by SHA-256 of their credential id, so that a login with one can be explained. */
  removedPasskeys: { credentialHash: string; userId: string; removedAt: string }
  passkeyChallenges: {
    /** SHA-256 of the attempt's token, base64url. */
    attemptHash: string
    challenge: string
    purpose: 'login' | 'confirm' | 'register'
    sessionId: string | null
    endsAt: string
  }
  authenticatorApps: {
    id: string
    userId: string
    /** A pending app was not confirmed with a code yet, and does not count. */
    state: 'pending' | 'active'
    /** Encrypted secret, see `credentialCipher`. */
    encryptedSecret: string
    /** The time step of the last code that was accepted; earlier and equal ones are refused. */
    lastStep: number
    createdAt: string
  }
  /** Unused recovery codes; a used one is deleted. */
  recoveryCodes: { id: string; userId: string; codeHash: string }
  trustedDevices: {
    id: string
    userId: string
    /** SHA-256 of the secret in the device's cookie, base64url. */
    secretHash: string
    browser: string
    deviceType: 'mobile' | 'tablet' | 'desktop'
    /** The session in which the device was last trusted. */
    sessionId: string | null
    createdAt: string
    endsAt: string
  }
  /** Logins that have passed the password only. They are valid for the second factor and for nothing else. */
  halfSessions: {
    /** SHA-256 of the token, base64url. */
    tokenHash: string
    userId: string
    remembered: number
    createdAt: string
    endsAt: string
  }
}

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
    /** When the member last confirmed in this session that they own the account, and how; null for never. */
    confirmedAt: string | null
    confirmedBy: ConfirmedBy | null
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
  interface Schema extends AuthTables, FactorTables {}
}
