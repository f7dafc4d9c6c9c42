/**
 * Access keys open the archive: admins make them, each is redeemed once by one account.
 */
export { accessKeysPart, makeAccessKey, redeemAccessKey } from './access-keys.ts'
export { registerAccessKeys } from './routes.ts'
