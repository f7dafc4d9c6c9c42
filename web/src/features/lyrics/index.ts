// The lyrics of tracks: a section for members, and the form in which admins edit them.
export { lyricsQuery, useIsSavingLyrics } from './api.ts'
export { LyricsForm, type LyricsDraft } from './LyricsForm.tsx'
export { LyricsSection } from './LyricsSection.tsx'
