// Plays: reports each counted play to the server, and reads the most played tracks. The player does not import this
// feature; `app/connections/player-listeners.ts` connects the two.
export { recordListened, sendPlays, startPlaySender, usePlays, useTopTracks, useUnsentPlays } from './api.ts'
export { PlayHistory } from './PlayHistory.tsx'
export { createPlayLog } from './play-log.ts'
export { Ranking, TopTracks } from './TopTracks.tsx'
