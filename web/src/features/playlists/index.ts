// Playlists: the list in the sidebar, the pages, and the dialog that adds tracks. Changes of entries are optimistic.
// Changes by other members are read when the server reports them.
export { AddToPlaylistDialog } from './AddToPlaylistDialog.tsx'
export { AddToPlaylistItem } from './AddToPlaylistItem.tsx'
export { addToPlaylist } from './add-to-playlist.ts'
export { Collaborators } from './Collaborators.tsx'
export { useEntryChanges } from './entry-changes.ts'
export { COLUMN_LABELS, columnsOf, type EntryColumn, type EntryOrder, sortedEntries } from './entry-order.ts'
export { EntryOrderField } from './EntryHeads.tsx'
export { ENTRY_REMOVAL, EntryList } from './EntryList.tsx'
export { ImportPlaylist } from './ImportPlaylist.tsx'
export { Mosaic } from './Mosaic.tsx'
export { NewPlaylist } from './NewPlaylist.tsx'
export { readPlayableTracks, useOpenPlaylist } from './open-playlist.ts'
export { PlaylistForm } from './PlaylistForm.tsx'
export {
  chosenPlaylists,
  PLAYLIST_FILTERS,
  PLAYLIST_ORDERS,
  type PlaylistFilter,
  playlistCounts,
  storedOrder,
  storeOrder,
} from './playlist-choice.ts'
export { PlaylistGrid, type PlaylistPlayback } from './PlaylistGrid.tsx'
export { PlaylistHead } from './PlaylistHead.tsx'
export { PlaylistMenuItems } from './PlaylistMenuItems.tsx'
export { PlaylistNavigation } from './PlaylistNavigation.tsx'
export { RestOfEntries } from './RestOfEntries.tsx'
export { useDeletePlaylist, useFollow, useSaveRules, useUpdatePlaylist } from './playlist-changes.ts'
export { isEditable, isOwn, startPlaylistUpdates, usePlaylists } from './queries.ts'
export { saveAsPlaylist } from './save-as-playlist.ts'
export { wasJustCreated } from './rules/new-rules.ts'
export { RulesEditor } from './rules/RulesEditor.tsx'
export { SaveAsPlaylistDialog } from './SaveAsPlaylistDialog.tsx'
export { SelectionBar } from './SelectionBar.tsx'
export { type OpenPlaylist, trackOfEntry, withPending } from './shown-entries.ts'
export { entryCount, pathOfPlaylist } from './wording.ts'
