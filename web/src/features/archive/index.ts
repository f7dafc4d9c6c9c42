// The archive as visitors see it: its albums with filters, cards and track tables, and the form with which
// an admin adds one. What plays a track comes from outside.
export { AlbumCounters } from './AlbumCounters.tsx'
export { AlbumFilterBar } from './AlbumFilterBar.tsx'
export { AlbumShelf } from './AlbumShelf.tsx'
export { AlbumForm } from './AlbumForm.tsx'
export { AlbumGrid } from './AlbumGrid.tsx'
export { LinkedTrackBanner } from './LinkedTrackBanner.tsx'
export { LoadMore } from './LoadMore.tsx'
export { ResetFilters, ResultLine } from './ResultLine.tsx'
export { ScrollToTop } from './ScrollToTop.tsx'
export { CoverDrop } from './CoverDrop.tsx'
export { TrackRows, type RowActions } from './TrackRows.tsx'
export { albumInAddress, albumPath } from './album-address.ts'
export {
  EMPTY_DRAFT,
  usedRows,
  withFile,
  withFiles,
  withNewRow,
  withoutRow,
  withRow,
  withTagTitle,
  type AlbumDraft,
} from './album-draft.ts'
export { NO_PROBLEMS, problemOfAudio, problemOfCover, type AlbumProblems } from './album-problems.ts'
export { ALBUMS, albumQuery, useAlbumMarks } from './api.ts'
export { probeLengths } from './audio-length.ts'
export { readTitles } from './read-titles.ts'
export { isFiltered, NO_FILTERS, type AlbumFilters } from './filters.ts'
export { loadFailureText } from './load-failure.ts'
export { useNewestAlbums } from './newest-albums.ts'
export { useArchiveAddress } from './use-archive-address.ts'
export { useLinkedTrack } from './use-linked-track.ts'
export { useListedAlbums } from './use-listed-albums.ts'
export { usePlace } from './use-place.ts'
export { isMissing, resultText, titleWithoutMark, trackCount, TYPE_LABELS, yearAndType } from './wording.ts'
