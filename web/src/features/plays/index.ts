// What was heard: each play is told to the server, and what everyone plays most is read from there.
// The player does not know this folder; `app/player-listeners.ts` connects the two.
export { startPlaySender, recordListened, useTopTracks } from './api.ts'
export { createPlayLog } from './play-log.ts'
export { TopTracks } from './TopTracks.tsx'
