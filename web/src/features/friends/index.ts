// Friends: requests, the list of friends, and the search for members. The app calls `startFriendUpdates`;
// `useRequestCount` returns the number of received requests that were not answered yet.
export { startFriendUpdates } from './api.ts'
export { useAcceptRequest, useRejectRequest, useRelation } from './api.ts'
export { useFriends, useRequestCount } from './queries.ts'
export { FriendAction } from './FriendAction.tsx'
export { FriendGrid } from './FriendGrid.tsx'
export { FriendRequests } from './FriendRequests.tsx'
export { FriendSearchButton } from './FriendSearchButton.tsx'
export { FriendSearch } from './FriendSearch.tsx'
