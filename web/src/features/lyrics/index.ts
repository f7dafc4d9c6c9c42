// The lyrics of tracks, and a section that displays them.
export { lyricsQuery, useSaveLyrics } from './api.ts'
export { LyricsSection } from './LyricsSection.tsx'
