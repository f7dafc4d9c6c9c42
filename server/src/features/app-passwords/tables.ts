interface StoredSecret {
  /** SHA-256 of the password, base64url. */
  secretHash: string
  /** The password, encrypted: see `credentialCipher`. Needed for clients that send only the MD5 of it and a salt. */
  encryptedSecret: string
}

export interface AppPasswordsTables {
  appPasswords: StoredSecret & {
    id: string
    userId: string
    name: string
    /** The name that the program has reported last. */
    app: string | null
    createdAt: string
    lastUsedAt: string | null
  }
  /** Revoked ones. A program that still sends one does not know yet, which is no attempt to guess. */
  endedAppPasswords: StoredSecret & { id: string; userId: string; name: string; endedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends AppPasswordsTables {}
}
