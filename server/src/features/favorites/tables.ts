export interface FavoritesTables {
  favorites: {
    id: string
    userId: string
    /** Null when the track has been deleted. */
    trackId: string | null
    /** The URL of the track's stream when the track became a favorite. */
    itemId: string
    /** JSON of the contract's FavoriteData. */
    itemData: string
    createdAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends FavoritesTables {}
}
