/**
 * The music: albums, their tracks and covers. Members search, play and download it; admins add, order, change and
 * delete it. Knows no other feature but the record of admin acts.
 */
export { addAlbums, type NewAlbum, type NewTrack } from './add-albums.ts'
export { addTracks } from './change-tracks.ts'
export { findAlbum } from './one-album.ts'
export { findPlayableTrack } from './playable-track.ts'
export { rebuildSearch } from './rebuild-search.ts'
export { registerArchive } from './routes.ts'
export { coverAddressOf } from './to-wire.ts'
export { isPlayable } from './track-list.ts'
export { tidyArchiveFiles } from './unused-files.ts'
