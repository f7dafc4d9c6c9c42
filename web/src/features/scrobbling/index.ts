// Scrobbling: connects accounts of Last.fm and ListenBrainz, and reports the playing track. The server
// reports plays by itself. The player does not import this feature; `app/connections/player-listeners.ts` connects them.
export { useScrobbling } from './api.ts'
export { LastfmConnection } from './LastfmConnection.tsx'
export { ListenbrainzConnection } from './ListenbrainzConnection.tsx'
export { nowPlayingListener } from './now-playing.ts'
