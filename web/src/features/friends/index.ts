// Friends: requests and their answers, who is one's friend, and the search for people.
// The app holds `startFriendUpdates`; `useRequestCount` is what waits for an answer.
export { startFriendUpdates } from './api.ts'
export { useFriends, useRequestCount } from './queries.ts'
export { FriendGrid } from './FriendGrid.tsx'
export { FriendRequests } from './FriendRequests.tsx'
export { FriendSearch } from './FriendSearch.tsx'
