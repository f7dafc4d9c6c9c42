// The editor for the lyrics of a track, in which an admin can set times during playback.
export { LyricsEditor } from './LyricsEditor.tsx'
