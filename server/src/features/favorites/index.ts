/**
 * Lieblingssongs: what somebody likes. A like outlives its track, greyed.
 */
import { defineFeature } from '#feature.ts'
import { favoritesExport } from './favorites.ts'
import { registerFavorites } from './routes.ts'
import './tables.ts'

export { addFavorite } from './favorites.ts'

export const favorites = defineFeature({
  name: 'favorites',
  tables: { favorites: { accountColumns: ['userId'] } },
  register: (bind, { services }) => registerFavorites(bind, services),
  exportSections: [favoritesExport],
})
