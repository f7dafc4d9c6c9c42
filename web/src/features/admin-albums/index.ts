// Albums and tracks as admins tend them: their order, titles, covers and files; everything beside adding an album.
export { TrackManagement } from './TrackManagement.tsx'
