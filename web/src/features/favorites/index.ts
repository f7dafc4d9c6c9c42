// Lieblingssongs: the member's favorite tracks, and the heart button. Changes are optimistic: the server's
// response confirms them or rolls them back.
export { favoriteTracks, loadFavorites, useFavorites, useLike, useLikeAll } from './api.ts'
export { FavoriteTools } from './FavoriteTools.tsx'
export { urlOfSelection, selectedFavorites, selectionOf, type FavoriteSelection } from './selection.ts'
export { FavoriteList, FavoriteListSkeleton } from './FavoriteList.tsx'
export { LikeButton } from './LikeButton.tsx'
export { LikeAllMenuItem, LikeMenuItem } from './LikeMenuItem.tsx'
export { Mixtape } from './Mixtape.tsx'
export { trackLikedBy } from './liked.ts'
