/**
 * What admins did: who, what, when, from where. Written in the same transaction as the act itself,
 * never changed, kept for a year. See docs/security-requirements.md P-08.
 */
export { type Actor, actorOf, operator, recordAct } from './admin-acts.ts'
export { adminActsPart } from './export.ts'
export { refusedTries } from './refused-tries.ts'
export { registerAdminActs } from './routes.ts'
