import type { Play } from '@tonarchiv/contract/plays'

/** A play of a track whose id is its title. */
export function aPlay(id: string, title: string): Play {
  return {
    id,
    track_id: title,
    track_name: title,
    artist: 'Album',
    album: 'Album',
    cover_url: '/default-album.jpg',
    duration: 60,
    completed: false,
    played_at: '2026-11-01T22:15:00.000Z',
    track: { id: title, file: `${title}.mp3`, duration: 60, exclusive: false },
  }
}
