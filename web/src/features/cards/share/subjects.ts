import type { Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import type { Video } from '@tonarchiv/contract/videos'
import { albumPath, yearAndType } from '#features/catalog/index.ts'
import { trackLinkPath, type ShareSubject } from '#features/moments/index.ts'
import { pathOfPlaylist } from '#features/playlists/index.ts'
import { artistAndAlbum, type Track } from '#features/tracks/index.ts'
import { dayOf } from '#features/videos/index.ts'

/** What the share dialog needs to share a track. */
export function subjectOfTrack(track: Track): ShareSubject {
  return {
    card: { kind: 'track', id: track.id },
    title: track.title,
    below: artistAndAlbum(track),
    cover: track.coverUrl,
    path: trackLinkPath(track.id),
  }
}

export function subjectOfAlbum(album: Album): ShareSubject {
  return {
    card: { kind: 'album', id: album.albumId },
    title: album.albumTitel,
    below: yearAndType(album),
    cover: album.albumCover,
    path: albumPath(album),
  }
}

export function subjectOfPlaylist(playlist: Playlist): ShareSubject {
  return {
    card: { kind: 'playlist', id: playlist.id },
    title: playlist.title,
    below: `von ${shownName(playlist.owner)}`,
    cover: playlist.covers[0],
    path: pathOfPlaylist(playlist),
  }
}

export function subjectOfVideo({ id, title, upload_date: day, thumbnailUrl }: Video): ShareSubject {
  return {
    card: { kind: 'video', id },
    title,
    below: dayOf(day),
    cover: thumbnailUrl ?? undefined,
    path: `/videos?${new URLSearchParams({ video: id })}`,
  }
}
