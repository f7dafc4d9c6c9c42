/** Friends: requests, friendships, and the search for members. The online state comes from presence. */
import { defineFeature } from '#feature.ts'
import { blocks } from '#features/blocks/index.ts'
import { presence } from '#features/presence/index.ts'
import { friendsExport } from './friends.ts'
import { registerFriends } from './routes.ts'
import './tables.ts'

export { findMembers, foldedNames } from './search-people.ts'
export { areFriends, friendIdsOf, pairOf, requestBetween, requestsOf, type RequestRow } from './store.ts'

export const friends = defineFeature({
  name: 'friends',
  tables: {
    friendships: { accountColumns: ['userId', 'friendId'] },
    friendRequests: { accountColumns: ['fromId', 'toId'] },
    friendRejections: { accountColumns: ['fromId', 'toId'] },
  },
  register: (bind, { services, sockets, use }) =>
    registerFriends(bind, services, { presence: use(presence), blocks: use(blocks), sockets }),
  exportSections: [friendsExport],
})
