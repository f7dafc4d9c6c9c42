// Lieblingssongs: what somebody likes, and the heart with which they like it.
// A change shows at once; the server's answer confirms it or takes it back.
export { loadFavorites, useFavorites, useLike } from './api.ts'
export { FavoriteTools } from './FavoriteTools.tsx'
export { urlOfSelection, selectedFavorites, selectionOf, type FavoriteSelection } from './selection.ts'
export { FavoriteList, FavoriteListSkeleton } from './FavoriteList.tsx'
export { LikeButton } from './LikeButton.tsx'
export { LikeMenuItem } from './LikeMenuItem.tsx'
export { Mixtape } from './Mixtape.tsx'
