import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import type { Artist } from '@tonarchiv/contract/artists'
import {
  type Album as WireAlbum,
  type AlbumTrack as WireTrack,
  type TrackMetadata,
  UNKNOWN,
} from '@tonarchiv/contract/catalog'
import type { LinerNotes as WireNotes } from '@tonarchiv/contract/liner-notes'
import type { EditableAlbum } from '@tonarchiv/contract/archive-editing'
import type { ArtistPage } from '../browse/artist-page.ts'
import type { EditableParts } from '../browse/editable-album.ts'
import type { TrackDetails } from '../store/find-tracks.ts'
import type { AlbumSummary } from '../store/album-order.ts'
import type { Album, AlbumTrack, AlbumWithArtists } from '../store/album-tracks.ts'
import type { LinerNotes } from '../store/liner-notes.ts'
import { titleKeyOf } from '../store/title-key.ts'
import type { NamedArtist } from '../store/named-artists.ts'
import { isPlayable } from '../store/playable.ts'

/** An album for members with archive access. */
export function toWire(album: AlbumWithArtists): WireAlbum {
  const tracks = album.tracks.map((track) => ({
    ...albumTrackToWire(track),
    ...artistsToWire({
      artists: album.artistsOf(track.id, 'main'),
      features: album.artistsOf(track.id, 'feature'),
    }),
  }))
  const { artists, createdAt, hasNotes } = album
  const about = { ...artistsToWire({ artists }), ...(hasNotes && { hasNotes }) }
  return { ...headToWire(album), ...about, createdAt, tracks }
}

/** An album for members without archive access: without artists and without the names of its files. */
export function previewToWire(album: Album): WireAlbum {
  const tracks = album.tracks.map((track) => {
    const { file: _hidden, ...shown } = albumTrackToWire(track)
    return shown
  })
  return { ...headToWire(album), createdAt: album.createdAt, tracks }
}

/** Liner notes with the ids of the artists that they name. */
export function notesToWire(notes: LinerNotes, artists: ReadonlyMap<string, string>): WireNotes {
  const credits = notes.credits.map(({ role, names }) => ({
    role,
    names: names.map((name) => {
      const artistId = artists.get(titleKeyOf(name))
      return { name, ...(artistId !== undefined && { artistId }) }
    }),
  }))
  return { ...notes, genres: [...notes.genres], credits }
}

/** An album with all that can be edited. */
export function editableToWire({ album, notes, artists, tracks, changed }: EditableParts): EditableAlbum {
  return {
    album: toWire(album),
    notes: notesToWire(notes, artists),
    revision: album.revision,
    files: tracks.flatMap(({ id, format, bitrate, sampleRate, durationSeconds, sizeBytes }) =>
      format === null
        ? []
        : { trackId: id, format, bitrate, sampleRate, duration: durationSeconds, sizeBytes: sizeBytes ?? 0 },
    ),
    changed,
  }
}

/** An artist with their albums. */
export function artistToWire({ id, name, sortName, own, appearances, tracks }: ArtistPage): Artist {
  const listToWire = ({ albums, total }: ArtistPage['own']) => ({ albums: albums.map(toWire), total })
  return { id, name, sortName, own: listToWire(own), appearances: listToWire(appearances), tracks }
}

/** Empty lists are left out. */
function artistsToWire<Name extends string>(
  lists: Record<Name, readonly NamedArtist[]>,
): Partial<Record<Name, { id: string; name: string }[]>> {
  const wire: Partial<Record<Name, { id: string; name: string }[]>> = {}
  for (const name in lists)
    if (lists[name].length > 0) wire[name] = lists[name].map(({ id, name: shown }) => ({ id, name: shown }))
  return wire
}

function albumTrackToWire(track: AlbumTrack): WireTrack {
  return {
    id: track.id,
    title: track.title,
    ...(isPlayable(track) && { file: track.fileName }),
    duration: track.durationSeconds,
    ...(track.needsConversion === 1 && { needsConversion: true }),
  }
}

/** An album as a row of the admins' list. */
export function summaryToWire(album: AlbumSummary): ManagedAlbum {
  return { ...headToWire(album), trackCount: album.trackCount }
}

function headToWire(
  album: Pick<Album, 'id' | 'title' | 'coverName' | 'releaseYear' | 'type' | 'isExclusive'>,
): Omit<ManagedAlbum, 'trackCount'> {
  return {
    albumId: album.id,
    albumTitel: album.title,
    albumCover: coverUrlOf(album.coverName),
    releaseJahr: album.releaseYear ?? UNKNOWN,
    type: album.type,
    isExclusive: album.isExclusive === 1,
  }
}

/** The metadata of a track's file, together with those of the track and its album. */
export function detailsToWire(track: TrackDetails): TrackMetadata {
  return {
    id: track.id,
    title: track.tagTitle ?? track.title,
    artist: track.artistName ?? track.albumArtistName ?? track.tagArtist ?? track.albumTitle,
    album: track.tagAlbum ?? track.albumTitle,
    releaseJahr: track.tagYear ?? track.releaseYear ?? UNKNOWN,
    duration: track.durationSeconds,
    format: track.format ?? UNKNOWN,
    bitrate: track.bitrate,
    sampleRate: track.sampleRate,
    channels: track.channels,
    sizeBytes: track.sizeBytes ?? 0,
    createdAt: track.createdAt,
    needsConversion: track.needsConversion === 1,
    files: track.files.map(({ fileName, format, bitrate, sampleRate, channels, sizeBytes, ...file }) => {
      const needsConversion = file.needsConversion === 1
      return { file: fileName, format, bitrate, sampleRate, channels, sizeBytes, needsConversion }
    }),
  }
}

const COVER_PATH = '/api/cover/'

export function coverUrlOf(coverName: string | null): string {
  return coverName === null ? UNKNOWN : `${COVER_PATH}${coverName}`
}

/** The name of the cover at this URL; undefined when it is not the URL of a cover. */
export function coverNameOf(coverUrl: string): string | undefined {
  return coverUrl.startsWith(COVER_PATH) ? coverUrl.slice(COVER_PATH.length) : undefined
}
