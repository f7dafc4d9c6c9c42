/**
 * Lieblingssongs: what somebody likes. A like outlives its track, greyed.
 */
export { addFavorite, favoritesPart } from './favorites.ts'
export { registerFavorites } from './routes.ts'
