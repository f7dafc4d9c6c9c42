/**
 * The music: albums, their tracks and covers. Members search, play and download it; admins add, order, change and
 * delete it. Knows no other feature but the record of admin acts.
 */
export { addAlbums, type NewAlbum, type NewTrack } from './edit/add-albums.ts'
export { addTracks } from './edit/change-tracks.ts'
export { findAlbum } from './store/one-album.ts'
export { findTrack, findTracks, type Track } from './store/find-tracks.ts'
export { rebuildSearch } from './store/rebuild-search.ts'
export { registerArchive } from './routes.ts'
export { coverAddressOf } from './browse/to-wire.ts'
export { isPlayable } from './store/track-list.ts'
export { tidyArchiveFiles } from './edit/unused-files.ts'
