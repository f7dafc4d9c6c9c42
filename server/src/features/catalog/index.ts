/**
 * The music: albums, tracks and covers. Members search, play and download them; admins add, order, change and
 * delete them. `openCatalog` returns the functions for other features.
 */
import { defineFeature } from '#feature.ts'
import { resumableUploads } from '#features/resumable-uploads/index.ts'
import { auditSentences } from './edit/audit-sentences.ts'
import { cleanUpArchiveFiles } from './edit/unused-files.ts'
import { openCatalog } from './open-catalog.ts'
import { registerCatalog } from './routes.ts'
import './tables.ts'

export type { AddedAlbum, NewAlbum, NewTrack, TrackFile } from './edit/add-albums.ts'
export type { AlbumSync, AlbumWithFiles, SyncedAlbum, SyncedTrack } from './edit/sync-album.ts'
export { cleanUpArchiveFiles } from './edit/unused-files.ts'
export type { DirectoryEntry } from './browse/directory.ts'
export type { ListedArtist } from './browse/listing.ts'
export { type Catalog, openCatalog } from './open-catalog.ts'
export { plainLetters, spellingVariants } from './search/search-words.ts'
export {
  albumsByIds,
  artistsByIds,
  songIdsOf,
  textsOfAlbums,
  textsOfArtists,
  textsOfSongs,
} from './store/searchable.ts'
export { albumDurations } from './store/album-durations.ts'
export { findAlbum, findAnyCurrentAlbum } from './store/one-album.ts'
export { storageNameOfCover } from './store/covers.ts'
export { comparedName, matchKeyOf } from './store/match-key.ts'
export { type SongNames, songsOfFiles, songsOfKeys } from './store/named-songs.ts'
export { giveSortNames, type TrackArtist } from './store/artists.ts'
export type { ListedAlbum } from './store/listed/listed-albums.ts'
export type { ListedSong } from './store/listed/listed-songs.ts'
export { filesOfTracks } from './store/download-files.ts'
export { artistOf, findTrack, findTracks, inFormat, type Track } from './store/find-tracks.ts'
export { tracksOfArtist } from './store/artist-albums.ts'
export { type LinerNotes, linerNotesOf } from './store/liner-notes.ts'
export { isPlayable } from './store/playable.ts'
export {
  albumsWithPremieres,
  albumWithPremiere,
  announcedAlbums,
  closedAlbums,
  latestPremieres,
  nextOpening,
  premiereOf,
  type AlbumWithPremiere,
  type ClosedAlbum,
} from './store/premieres.ts'
export { rebuildSearch } from './store/rebuild-search.ts'
export type { TrackFileRow } from './store/track-files.ts'
export type { TrackRow } from './store/tracks.ts'
export type { SongFile, SongFiles } from './stream/playable-tracks.ts'
export { sendAlbum } from './stream/send-album.ts'
export { trackSender } from './stream/send-track.ts'
export { attachment } from './stream/download-name.ts'
export {
  type NumberedFile,
  numberedPath,
  type SendTracksZip,
  tracksZipSender,
} from './stream/send-tracks-zip.ts'
export { coverNameOf, coverUrlOf } from './wire/to-wire.ts'
export { playableToWire, textsToWire, trackToWire } from './wire/track-to-wire.ts'

export const catalog = defineFeature({
  name: 'catalog',
  tables: {
    albums: 'shared',
    tracks: 'shared',
    trackFiles: 'shared',
    trackFormerFiles: 'shared',
    albumFormerTitles: 'shared',
    covers: 'shared',
    artists: 'shared',
    trackArtists: 'shared',
    albumArtists: 'shared',
    linerNotes: 'shared',
    albumGenres: 'shared',
    albumCredits: 'shared',
    albumTotals: 'shared',
    premieres: 'shared',
    archiveState: 'shared',
    albumWords: 'shared',
    albumGrams: 'shared',
    albumSearch: 'shared',
  },
  open: ({ services }) => openCatalog(services),
  seenBy: (opened, caller) => opened.seenBy(caller),
  close: ({ premieres }) => premieres.close(),
  register: (bind, { services, streams, use }, opened) =>
    registerCatalog(bind, services, {
      catalog: opened,
      streams,
      uploads: use(resumableUploads).forms,
    }),
  events: {
    archiveChanged: async (_event, _context, opened) => {
      opened.clearCache()
      // A premiere may have been set or moved by another process.
      await opened.premieres.refresh()
    },
  },
  auditSentences,
  cleanup: [{ name: 'files', schedule: 'files', run: cleanUpArchiveFiles }],
})
