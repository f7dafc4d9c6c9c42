/**
 * Files that come in pieces, over a line that may drop and across restarts. What has arrived whole is used by the calls
 * that take files. Of admins only; knows no other feature.
 */
export { resumableUploadsPart } from './export.ts'
export { registerResumableUploads } from './routes.ts'
export { openResumableUploads, tidyUploads } from './uploads-of-account.ts'
