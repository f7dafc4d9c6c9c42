import { shownName, type Person } from '@tonarchiv/contract/presence'
import {
  SEARCH_GROUPS,
  type FoundAlbum,
  type FoundLyrics,
  type FoundMessage,
  type FoundPlaylist,
  type FoundSong,
  type FoundVideo,
  type SearchAnswer,
  type SearchGroup,
} from '@tonarchiv/contract/search'
import type { ArtistLink } from '@tonarchiv/contract/catalog'
import MicVocal from 'lucide-react/icons/mic-vocal'
import { albumPath, yearAndType } from '#features/catalog/index.ts'
import { entryCount, pathOfPlaylist } from '#features/playlists/index.ts'
import { artistAndAlbum, artistPath, trackCount, trackOfSong, type Track } from '#features/tracks/index.ts'
import { dayOf, videoTime } from '#features/videos/index.ts'
import { formatTime } from '#format.ts'
import { excerptOf } from './marks.ts'
import { pathToTrack } from './paths.ts'
import type { Row, Section } from './results.ts'
import { formatMoment, GROUP_LABELS, totalText } from './wording.ts'

function trackOfFound(song: FoundSong): Track {
  return { ...trackOfSong(song), albumId: song.albumId }
}

function songRow(song: FoundSong): Row {
  const track = trackOfFound(song)
  return {
    key: `songs:${song.id}`,
    title: track.title,
    below: artistAndAlbum(track),
    picture: { kind: 'cover', url: song.coverUrl },
    end: formatTime(song.duration),
    isExclusive: song.exclusive,
    opening: { kind: 'path', path: pathToTrack(song) },
    track,
  }
}

function albumRow(album: FoundAlbum): Row {
  const details = [album.artist, yearAndType(album), trackCount(album.trackCount)]
  return {
    key: `albums:${album.albumId}`,
    title: album.albumTitel,
    below: details.filter((detail) => detail !== null).join(' · '),
    picture: { kind: 'cover', url: album.albumCover },
    isExclusive: album.isExclusive,
    opening: { kind: 'path', path: albumPath(album) },
  }
}

function artistRow({ id, name }: ArtistLink): Row {
  return {
    key: `artists:${id}`,
    title: name,
    below: 'Künstler',
    picture: { kind: 'icon', Icon: MicVocal },
    opening: { kind: 'path', path: artistPath(id) },
  }
}

function playlistRow(playlist: FoundPlaylist): Row {
  return {
    key: `playlists:${playlist.id}`,
    title: playlist.title,
    below: `von ${shownName(playlist.owner)} · ${entryCount(playlist.entryCount)}`,
    picture: { kind: 'mosaic', urls: playlist.covers },
    opening: { kind: 'path', path: pathOfPlaylist(playlist) },
  }
}

function videoRow({ id, title, upload_date, duration, thumbnailUrl }: FoundVideo): Row {
  const day = dayOf(upload_date)
  return {
    key: `videos:${id}`,
    title,
    below: duration === null ? day : `${day} · ${videoTime(duration)}`,
    picture: { kind: 'video', url: thumbnailUrl },
    opening: { kind: 'path', path: `/videos?video=${encodeURIComponent(id)}` },
  }
}

function personRow(person: Person): Row {
  const name = shownName(person)
  return {
    key: `people:${person.id}`,
    title: name,
    below: name === person.username ? 'Mitglied' : person.username,
    picture: { kind: 'person', url: person.photoURL },
    opening: { kind: 'profile', userId: person.id },
  }
}

function messageRow(
  { id, content, createdAt, author }: FoundMessage,
  terms: readonly string[],
  now: Date,
): Row {
  return {
    key: `messages:${id}`,
    title: excerptOf(content, terms),
    below: `${shownName(author)} im Chat Room · ${formatMoment(createdAt, now)}`,
    picture: { kind: 'person', url: author.photoURL },
    opening: { kind: 'path', path: `/chat?message=${encodeURIComponent(id)}` },
  }
}

function lyricsRow({ song, line, startSeconds }: FoundLyrics, terms: readonly string[]): Row {
  const track = trackOfFound(song)
  const place = startSeconds === null ? '' : ` · bei ${formatTime(startSeconds)}`
  return {
    ...songRow(song),
    key: `lyrics:${song.id}`,
    title: `„${excerptOf(line, terms)}“`,
    below: `${track.title}, ${track.album}${place}`,
    end: undefined,
    opening: { kind: 'lyrics', track, line },
  }
}

/** The hits of one group as rows; undefined if the answer does not contain that group. */
export function rowsOf(
  { groups, terms }: SearchAnswer,
  group: SearchGroup,
  now: Date,
): { rows: Row[]; total: number } | undefined {
  switch (group) {
    case 'songs':
      return found(groups.songs, songRow)
    case 'albums':
      return found(groups.albums, albumRow)
    case 'artists':
      return found(groups.artists, artistRow)
    case 'playlists':
      return found(groups.playlists, playlistRow)
    case 'videos':
      return found(groups.videos, videoRow)
    case 'people':
      return found(groups.people, personRow)
    case 'messages':
      return found(groups.messages, (message) => messageRow(message, terms, now))
    default:
      return found(groups.lyrics, (lyrics) => lyricsRow(lyrics, terms))
  }
}

function found<Hit>(group: { hits: Hit[]; total: number } | undefined, rowOf: (hit: Hit) => Row) {
  return group && { rows: group.hits.map(rowOf), total: group.total }
}

/** The groups of an answer that have hits, in the order in which they are listed. */
export function sectionsOf(answer: SearchAnswer, now: Date): Section[] {
  return SEARCH_GROUPS.flatMap((group) => {
    const found = rowsOf(answer, group, now)
    if (found === undefined || found.rows.length === 0) return []
    const section = { id: group, label: GROUP_LABELS[group], rows: found.rows }
    if (found.total <= found.rows.length) return [section]
    const opening = { kind: 'hits', group } as const
    return [{ ...section, action: { label: 'Alle anzeigen', count: totalText(found.total), opening } }]
  })
}
