/**
 * The music: albums, their tracks and covers. Members search, play and download it; admins add, order, change and
 * delete it. Knows no other feature but the record of admin acts.
 */
import { defineFeature } from '#feature.ts'
import { resumableUploads } from '#features/resumable-uploads/index.ts'
import { tidyArchiveFiles } from './edit/unused-files.ts'

import { registerArchive } from './routes.ts'
import './tables.ts'

export { tidyArchiveFiles } from './edit/unused-files.ts'
export { addAlbums, type NewAlbum, type NewTrack } from './edit/add-albums.ts'
export { addTracks } from './edit/change-tracks.ts'
export { findAlbum } from './store/one-album.ts'
export { findTrack, findTracks, type Track } from './store/find-tracks.ts'
export { rebuildSearch } from './store/rebuild-search.ts'
export { coverAddressOf } from './browse/to-wire.ts'
export { isPlayable } from './store/track-list.ts'

export const catalog = defineFeature({
  name: 'catalog',
  tables: {
    albums: 'shared',
    tracks: 'shared',
    covers: 'shared',
    albumTotals: 'shared',
    archiveState: 'shared',
    albumWords: 'shared',
    albumGrams: 'shared',
    albumSearch: 'shared',
  },
  register: (bind, context) =>
    registerArchive(bind, context.services, {
      streams: context.streams,
      uploads: context.use(resumableUploads).forms,
    }),
  cleanup: [{ name: 'files', schedule: 'files', run: tidyArchiveFiles }],
})
