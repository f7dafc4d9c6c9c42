// Lieblingssongs: what somebody likes, and the heart with which they like it.
// A change shows at once; the server's answer confirms it or takes it back.
export { loadFavorites, useFavorites, useLike } from './api.ts'
export { FavoriteList, FavoriteListSkeleton } from './FavoriteList.tsx'
export { LikeButton } from './LikeButton.tsx'
export { Mixtape } from './Mixtape.tsx'
