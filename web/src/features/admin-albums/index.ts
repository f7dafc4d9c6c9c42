// Management of existing albums and tracks by admins: order, titles, covers and files.
export { AddTracksDialog } from './AddTracksDialog.tsx'
export { useDeleteTrack } from './api.ts'
export { DeleteTrackDialog } from './DeleteTrackDialog.tsx'
export { TrackManagement } from './TrackManagement.tsx'
