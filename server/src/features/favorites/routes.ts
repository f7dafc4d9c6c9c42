import * as contract from '@tonarchiv/contract/favorites'
import { seenBy } from '#access/seen-by.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts'
import { countFavoritesOfTrack } from './store.ts'

export function registerFavorites(bind: Bind, services: Services): void {
  bind(contract.listFavorites, async ({ caller }) => ({
    favorites: await listFavorites(seenBy(services, caller), caller),
  }))

  bind(contract.addFavorite, async ({ caller, body }) => ({
    favorite: await addFavorite(seenBy(services, caller), caller.id, body.item_id),
  }))

  bind(contract.countFavorites, async ({ params }) => ({
    count: await countFavoritesOfTrack(services.db, params.id),
  }))

  bind(contract.removeFavorite, async ({ caller, params }) => {
    await removeFavorite(services, caller.id, params.id)
    return { success: true }
  })
}
