/**
 * Videos: admins add and delete them, whoever has a key watches them. A picture of each is given, or taken out of the
 * film where the machine has ffmpeg. Knows no other feature but the record of admin acts.
 */
export { addVideo } from './add-video.ts'
export { makeMissingPosters, openPosters } from './posters.ts'
export { registerVideos } from './routes.ts'
export { tidyVideos } from './tidy.ts'
