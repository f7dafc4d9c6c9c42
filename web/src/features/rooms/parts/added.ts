import type { Card, CardKind } from '@tonarchiv/contract/cards'
import type { Added } from '@tonarchiv/contract/rooms'

/** What a room can play. */
export const CHOSEN_KINDS: readonly Extract<CardKind, 'track' | 'album' | 'playlist'>[] = [
  'track',
  'album',
  'playlist',
]

/** What is added to a room for something that was chosen in the archive. */
export function addedOf({ kind, id }: Pick<Card, 'kind' | 'id'>): Added {
  if (kind === 'album') return { albumId: id }
  return kind === 'playlist' ? { playlistId: id } : { trackIds: [id] }
}
