/**
 * Cards: tracks, moments, albums, playlists and videos that messages refer to. A message stores ids only; they are
 * resolved for each reader through the features that know the things, so that their rules of access hold.
 */
import { resolveCards as resolveRoute } from '@tonarchiv/contract/cards'
import { defineFeature } from '#feature.ts'
import { presence } from '#features/presence/index.ts'
import { openCards } from './open-cards.ts'

export type { Cards } from './open-cards.ts'

export const cards = defineFeature({
  name: 'cards',
  open: ({ services, use }) => openCards(services, use(presence)),
  register: (bind, _context, opened) =>
    bind(resolveRoute, async ({ caller, body }) => ({ cards: await opened.resolve(caller, body.cards) })),
})
