// Scrobbling: connects accounts of Last.fm and ListenBrainz, and reports the playing track. Counted plays are reported
// by the server itself. The player does not import this feature; `app/connections/player-listeners.ts` connects the
// two.
export { useScrobbling } from './api.ts'
export { LastfmConnection } from './LastfmConnection.tsx'
export { ListenbrainzConnection } from './ListenbrainzConnection.tsx'
export { nowPlayingListener } from './now-playing.ts'
