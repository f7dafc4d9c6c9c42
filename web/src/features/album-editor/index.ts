// The page on which admins edit all data of an album: fields, notes, credits, tracks, cover and files.
export { AlbumEditor } from './AlbumEditor.tsx'
export { editableAlbumQuery, isGone } from './api.ts'
