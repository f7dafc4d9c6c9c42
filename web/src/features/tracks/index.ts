// Tracks as all screens show them: their type, lists and menu. This folder imports no other feature; the actions of
// other features are passed in.
export type { CurrentTrack } from './list/current-track.ts'
export { SelectButton } from './list/SelectButton.tsx'
export { SelectableTrackList } from './list/SelectableTrackList.tsx'
export { TrackList } from './list/TrackList.tsx'
export { useListSelection, type ListSelection, type RenderSelected } from './list/use-list-selection.ts'
export { NO_SELECTION, type TrackKey, type TrackSelection } from './list/track-selection.ts'
export { TrackTable } from './list/TrackTable.tsx'
export type { TrackTableActions } from './list/TrackTableRow.tsx'
export { AlbumMenuButton, TrackMenuButton } from './menu/MenuButtons.tsx'
export { TrackMenu, type Go } from './menu/TrackMenu.tsx'
export { openAlbumMenu, openTrackMenu, type RowAction } from './menu/track-menu.ts'
export { ConversionTag } from './track/ConversionTag.tsx'
export {
  artistAndAlbum,
  canStart,
  canStartNow,
  isPlayable,
  trackOfFavorite,
  trackOfPlay,
  trackOfSong,
  trackOfTopTrack,
  tracksOfAlbum,
  type PlayableTrack,
  type Track,
} from './track/track.ts'
export { useTrackDrag } from './drag/track-drag.ts'
export { TrackDragGhost } from './drag/TrackDragGhost.tsx'
export { ArtistLinks, artistPath } from './track/ArtistLinks.tsx'
export { isMissing, titleWithoutMark, trackCount } from './track/wording.ts'
