/**
 * What was heard: one row per play, counters for everyone and for each listener, the most played tracks.
 */
export { playsPart, recordPlay } from './plays.ts'
export { registerPlays } from './routes.ts'
