import { requestFriend } from '@tonarchiv/contract/friends'
import type { Call } from './start-app.ts'

interface Member {
  id: string
  call: Call
}

/** Makes two members friends. */
export async function makeFriends(one: Member, other: Member): Promise<void> {
  await one.call(requestFriend, { body: { friendId: other.id } })
  await other.call(requestFriend, { body: { friendId: one.id } })
}
