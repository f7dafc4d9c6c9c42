/**
 * Friends: asking, accepting, declining, ending; and finding people.
 * Whether they are online, presence knows.
 */
export { friendsPart } from './friends.ts'
export { registerFriends } from './routes.ts'
