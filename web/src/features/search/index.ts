// The search for everything: the dialog, the page with all hits of a group, and the songs above the albums of the
// archive. The app passes in the commands, including those that open pages.
export { closeSearch, forgetAllSearches, openSearch, useSearchDialog } from './open-search.ts'
export type { Command } from './local-rows.ts'
export { SearchDialog } from './SearchDialog.tsx'
export { ArchiveSongs, useArchiveSongs } from './ArchiveSongs.tsx'
export { foundQuery } from './found-query.ts'
export { FoundRows } from './FoundRows.tsx'
export { FoundSongs } from './FoundSongs.tsx'
export { pathToTrack, searchPath } from './paths.ts'
export { Marked } from './Marked.tsx'
export { excerptOf } from './marks.ts'
export { GROUP_LABELS, totalText } from './wording.ts'
