export interface BlocksTables {
  /** `userId` has blocked `blockedId`. */
  blocks: { userId: string; blockedId: string; createdAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends BlocksTables {}
}
