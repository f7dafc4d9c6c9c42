// The archive as visitors see it: its albums with filters, cards and track tables, and the form with which
// an admin adds one. What plays a track comes from outside.
export { AlbumCounters } from './AlbumCounters.tsx'
export { AlbumFilterBar } from './AlbumFilterBar.tsx'
export { AlbumGrid } from './AlbumGrid.tsx'
export { AlbumGridSkeleton } from './AlbumSkeletons.tsx'
export { LoadMore } from './LoadMore.tsx'
export { ResetFilters, ResultLine } from './ResultLine.tsx'
export { ScrollToTop } from './ScrollToTop.tsx'
export { isFiltered, NO_FILTERS, type AlbumFilters } from './filters.ts'
export { useArchiveAddress } from './use-archive-address.ts'
export { useListedAlbums } from './use-listed-albums.ts'
export { usePlace } from './use-place.ts'
export { isMissing, resultText, shownTitle } from './wording.ts'
