// Management of existing albums and tracks by admins: order, titles, covers and files.
export { TrackManagement } from './TrackManagement.tsx'
