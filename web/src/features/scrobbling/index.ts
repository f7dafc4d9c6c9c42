// Plays told to Last.fm and ListenBrainz: an account is connected here; the server tells what was heard by itself, and
// this folder says what sounds just now. The settings show `LastfmConnection`, `ListenbrainzConnection` and what is told;
// the player does not know this folder, `app/player-listeners.ts` connects the two.
export { useScrobbling } from './api.ts'
export { LastfmConnection } from './LastfmConnection.tsx'
export { ListenbrainzConnection } from './ListenbrainzConnection.tsx'
export { nowPlayingListener } from './now-playing.ts'
