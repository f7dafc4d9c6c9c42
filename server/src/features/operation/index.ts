/**
 * For those who run the archive: does it live, is it ready, what can be called.
 */
export { registerOperation } from './routes.ts'
