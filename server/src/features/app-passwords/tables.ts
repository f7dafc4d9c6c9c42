interface StoredSecret {
  /** SHA-256 of the password, base64url. */
  secretHash: string
  /** Encrypted password, see `credentialCipher`; needed for clients that send only an MD5 of it and a salt. */
  encryptedSecret: string
}

export interface AppPasswordsTables {
  appPasswords: StoredSecret & {
    id: string
    userId: string
    name: string
    /** The name that the program last reported for itself. */
    app: string | null
    createdAt: string
    lastUsedAt: string | null
  }
  /** Revoked app passwords. A program that still sends one of them is not counted as guessing. */
  endedAppPasswords: StoredSecret & { id: string; userId: string; name: string; endedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends AppPasswordsTables {}
}
