import type { Card, CardKind } from '@tonarchiv/contract/cards'
import type { Added, RoomKind } from '@tonarchiv/contract/rooms'

type ChosenKind = Extract<CardKind, 'track' | 'album' | 'playlist' | 'video'>

/** What members choose for a room of each kind. */
export const CHOSEN_IN: Readonly<Record<RoomKind, readonly ChosenKind[]>> = {
  music: ['track', 'album', 'playlist'],
  video: ['video'],
}

/** What members choose for a new room, which decides its kind. */
export const CHOSEN_KINDS: readonly ChosenKind[] = [...CHOSEN_IN.music, ...CHOSEN_IN.video]

/** What is added to a room for something that was chosen in the archive. */
export function addedOf({ kind, id }: Pick<Card, 'kind' | 'id'>): Added {
  if (kind === 'album') return { albumId: id }
  if (kind === 'video') return { videoIds: [id] }
  return kind === 'playlist' ? { playlistId: id } : { trackIds: [id] }
}

export function kindOf(added: Added): RoomKind {
  return 'videoIds' in added ? 'video' : 'music'
}
