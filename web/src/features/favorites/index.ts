// The favorite tracks of a member („Lieblingssongs“), and the button with a heart that adds and removes them. Changes
// are optimistic: the server's response confirms them, or they are rolled back.
export { favoriteTracks, loadFavorites, useFavorites, useLike, useLikeAll } from './api.ts'
export { FavoriteTools } from './FavoriteTools.tsx'
export { urlOfSelection, selectedFavorites, selectionOf, type FavoriteSelection } from './selection.ts'
export { FavoriteList, FavoriteListSkeleton } from './FavoriteList.tsx'
export { LikeButton } from './LikeButton.tsx'
export { LikeAllMenuItem, LikeMenuItem } from './LikeMenuItem.tsx'
export { Mixtape } from './Mixtape.tsx'
export { trackLikedBy } from './liked.ts'
