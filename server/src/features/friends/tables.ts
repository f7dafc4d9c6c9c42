export interface FriendsTables {
  /** Friendships. Each has two rows, one for each of the two members. */
  friendships: { userId: string; friendId: string; createdAt: string }
  friendRequests: {
    id: string
    fromId: string
    toId: string
    /** The key of the pair: both ids in sorted order. */
    pair: string
    createdAt: string
  }
  /** Rejected requests of one member to another one, until both are friends. */
  friendRejections: { fromId: string; toId: string; count: number; rejectedAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends FriendsTables {}
}
