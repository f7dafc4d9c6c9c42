/**
 * Who is there and what they listen to, over all browsers and processes; people as others see them.
 * Knows the sockets; what happens between people is for chat and friends.
 */
export type { Profile } from './directory.ts'
export { deletedPerson, personIn } from './people.ts'
export { openPresence, type Presence, type PresenceTimes } from './presence.ts'
export { registerPresence } from './routes.ts'
