export interface PushTables {
  /** One row. See `keys.ts`. */
  pushKeys: {
    id: string
    publicKey: string
    /** Encrypted, see `credentialCipher`. */
    encryptedPrivateKey: string
    createdAt: string
  }
  /** Browsers that receive push messages. A row is deleted with its session. */
  pushDevices: {
    id: string
    userId: string
    sessionId: string
    /** The URL at which the push service accepts messages for the browser. */
    endpoint: string
    /** SHA-256 of the endpoint, base64url. */
    endpointHash: string
    /** The host of the endpoint. */
    host: string
    p256dh: string
    auth: string
    createdAt: string
    lastDeliveredAt: string | null
  }
  /** Messages that are not yet delivered. Their texts are made when they are sent. */
  pushMessages: {
    id: string
    deviceId: string
    /** Null for the sample message. */
    noticeId: string | null
    tries: number
    /** Also the end of a claim: a process that sends the message moves this time forward. */
    nextTryAt: string
    /** After this time the message is dropped. */
    expiresAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PushTables {}
}
