// Plays: reports each play to the server and reads the most played tracks. The player does not import this
// feature; `app/connections/player-listeners.ts` connects them.
export { startPlaySender, recordListened, useTopTracks } from './api.ts'
export { createPlayLog } from './play-log.ts'
export { TopTracks } from './TopTracks.tsx'
