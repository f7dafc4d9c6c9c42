// The editor for the lyrics of a track, in which an admin sets times while it plays.
export { LyricsEditor } from './LyricsEditor.tsx'
