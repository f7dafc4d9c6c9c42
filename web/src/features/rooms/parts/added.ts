import type { Card, CardKind } from '@tonarchiv/contract/cards'
import type { Added, RoomKind } from '@tonarchiv/contract/rooms'

type ChosenKind = Extract<CardKind, 'track' | 'album' | 'playlist' | 'video'>

/** The kinds of things that can be added to a room of each kind. */
export const CHOSEN_IN: Readonly<Record<RoomKind, readonly ChosenKind[]>> = {
  music: ['track', 'album', 'playlist'],
  video: ['video'],
}

/** The kinds of things with which a new room can start. The chosen thing determines the kind of the room. */
export const CHOSEN_KINDS: readonly ChosenKind[] = [...CHOSEN_IN.music, ...CHOSEN_IN.video]

/** The value of the contract with which something that was chosen in the archive is added to a room. */
export function addedOf({ kind, id }: Pick<Card, 'kind' | 'id'>): Added {
  if (kind === 'album') return { albumId: id }
  if (kind === 'video') return { videoIds: [id] }
  return kind === 'playlist' ? { playlistId: id } : { trackIds: [id] }
}

export function kindOf(added: Added): RoomKind {
  return 'videoIds' in added ? 'video' : 'music'
}
