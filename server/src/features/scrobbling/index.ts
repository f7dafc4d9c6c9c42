/**
 * Plays told to Last.fm and ListenBrainz: an account is connected, what counts as played is kept with the play itself
 * and told in the background, also after an outage. Knows the archive's rows; nobody waits for a service.
 */
export { scrobblingPart } from './connections.ts'
export { registerScrobbling } from './routes.ts'
export { openScrobbling, type ScrobblingTimes, tidyScrobbling } from './scrobbling.ts'
