// Lets admins manage the archive's albums and tracks: their order, titles, covers and files.
export { AddTracksDialog } from './AddTracksDialog.tsx'
export { useDeleteTrack } from './api.ts'
export { DeleteTrackDialog } from './DeleteTrackDialog.tsx'
export { TrackManagement } from './TrackManagement.tsx'
