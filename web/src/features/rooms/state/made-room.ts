import { ListeningRoom } from '@tonarchiv/contract/rooms'

/* Rooms for tests. */

export const MARA = 'user-mara'
export const TOM = 'user-tom'

const entryOf = (id: string) => ({
  id,
  addedBy: null,
  durationMs: 100_000,
  hasOwnVote: false,
  state: 'shown',
  track: {
    id: `track-${id}`,
    title: id,
    file: `${id}.mp3`,
    duration: 100,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    albumId: 'album-1',
    coverUrl: '/default-album.jpg',
    exclusive: false,
  },
})

const personOf = (id: string) => ({
  id,
  username: id,
  displayName: id,
  photoURL: null,
  sound: 'on',
  joinedAt: '',
})

const videoOf = (id: string) => ({
  id: `video-${id}`,
  title: id,
  description: '',
  upload_date: '2023-03-05',
  duration: 100,
  file_size: 1,
  file_path: `/static/videos/${id}.mp4`,
  url: `/api/videos/stream/${id}.mp4`,
  thumbnailUrl: null,
  width: 1920,
  height: 1080,
  createdAt: '2026-11-24T04:00:00.000Z',
})

/** The room of `roomOf` as a room of videos. */
export function videoRoomOf(state: Parameters<typeof roomOf>[0] = {}): ListeningRoom {
  const room = roomOf({ kind: 'video', name: 'Kinoabend am Hafen', ...state })
  const entries = room.entries.map(({ track: _track, ...entry }) => ({ ...entry, video: videoOf(entry.id) }))
  return { ...room, entries }
}

/** A room of Mara and Tom that plays `a`, followed by `b` and `c`. */
export function roomOf(
  { entries = ['a', 'b', 'c'], ...state }: { entries?: string[] } & Partial<ListeningRoom['state']> = {},
  events: ListeningRoom['events'] = [],
): ListeningRoom {
  const [current, ...others] = entries
  return ListeningRoom.parse({
    state: {
      roomId: 'room-1',
      revision: 1,
      kind: 'music',
      name: 'Nachtschicht',
      mode: 'all',
      hostId: MARA,
      playback: { entryId: current ?? null, isPlaying: true, positionMs: 0, at: Date.now() },
      queue: others.map((id) => ({ id, votes: 0, isProposal: false })),
      skip: { votes: 0, needed: 2 },
      peopleCount: 2,
      inviteCode: null,
      endedAt: null,
      ...state,
    },
    entries: entries.map(entryOf),
    people: [MARA, TOM].map(personOf),
    events,
    conversationId: 'conversation-1',
    createdAt: '2026-11-24T04:00:00.000Z',
    now: Date.now(),
  })
}
