/**
 * The music: albums, their tracks and covers. Members search, play and download it; admins add, order, change and
 * delete it. Knows no other feature but the record of admin acts.
 */
export { registerArchive } from './routes.ts'
