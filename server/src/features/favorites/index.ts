/**
 * Lieblingssongs: the favorite tracks of each member. A favorite stays when its track is deleted, and is
 * shown greyed out.
 */
import { defineFeature } from '#feature.ts'
import { favoritesExport } from './favorites.ts'
import { registerFavorites } from './routes.ts'
import './tables.ts'

export { addFavorite, addFavorites, favoriteTrackIds, removeFavoritesOf } from './favorites.ts'
export { favoriteTimes } from './store.ts'

export const favorites = defineFeature({
  name: 'favorites',
  tables: { favorites: { accountColumns: ['userId'] } },
  register: (bind, { services }) => registerFavorites(bind, services),
  exportSections: [favoritesExport],
})
