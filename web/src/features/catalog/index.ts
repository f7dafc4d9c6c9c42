// The archive for members: albums with filters, album cards and track tables, and the form that adds an album. Pages
// pass in the functions that start playback.
export { AlbumCounters } from './browse/AlbumCounters.tsx'
export { AlbumFilterBar } from './browse/AlbumFilterBar.tsx'
export { AlbumShelf } from './browse/AlbumShelf.tsx'
export { AlbumForm, type PremiereSlot } from './edit/AlbumForm.tsx'
export { AlbumCards } from './grid/AlbumCards.tsx'
export { spineOf } from './browse/spines.ts'
export { useCoverTone } from './browse/use-cover-tone.ts'
export { AlbumGrid } from './grid/AlbumGrid.tsx'
export { LinkedTrackBanner } from './album/LinkedTrackBanner.tsx'
export { LoadMore } from './grid/LoadMore.tsx'
export { ResetFilters, ResultSummary } from './browse/ResultSummary.tsx'
export { SearchField } from './browse/SearchField.tsx'
export { ScrollToTop } from './grid/ScrollToTop.tsx'
export { CoverDrop } from './edit/CoverDrop.tsx'
export { TrackRows, type RowActions } from './edit/TrackRows.tsx'
export { albumFromUrl, albumPath, editAlbumPath, editLyricsPath, isNamed } from './albums/album-url.ts'
export {
  EMPTY_DRAFT,
  creditsOfRow,
  usedRows,
  withFile,
  inNameOrder,
  withFilesInOrder,
  withNewRow,
  withoutRow,
  withRow,
  withTagTitle,
  type AlbumDraft,
} from './edit/album-draft.ts'
export {
  NO_PROBLEMS,
  problemOfAudio,
  problemOfCover,
  problemOfFiles,
  type AlbumProblems,
} from './edit/album-problems.ts'
export { ALBUMS, albumQuery, linerNotesQuery, useAlbumMarks } from './albums/api.ts'
export { probeLengths } from './edit/audio-length.ts'
export { withArtists, withTrackTags } from './edit/album-from-tags.ts'
export { audioOfFolder, NO_AUDIO } from './edit/folder-files.ts'
export { readTags } from './tags/read-tags.ts'
export { isFiltered, NO_FILTERS, type AlbumFilters } from './albums/filters.ts'
export { useNewestAlbums } from './browse/newest-albums.ts'
export { useArchiveUrl } from './browse/use-archive-url.ts'
export { useLinkedTrack } from './album/use-linked-track.ts'
export { useListedAlbums } from './browse/use-listed-albums.ts'
export { useScrollPosition } from './grid/use-scroll-position.ts'
export { loadFailureText, resultText, TYPE_LABELS, yearAndType } from './albums/wording.ts'
export { Markdown } from './notes/Markdown.tsx'
export { CreditList, detailsOf } from './notes/note-details.tsx'
export { dateFromGerman, germanDate } from './notes/partial-date.ts'
