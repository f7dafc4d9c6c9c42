import { BLOCKS_MAX, blockNotFound, selfBlock, tooManyBlocks } from '@tonarchiv/contract/friends'
import { type Person, userNotFound } from '@tonarchiv/contract/presence'
import { blockedBy, type Blocks, deleteBlock, insertBlock } from '#features/blocks/index.ts'
import { deletedPerson, personIn } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { FriendsServices } from './friends.ts'
import * as store from './store.ts'

interface Needs extends FriendsServices {
  blocks: Blocks
}

export async function listBlocks({ db, presence }: Needs, userId: string): Promise<Person[]> {
  const members = await presence.members()
  return (await blockedBy(db, userId)).map((id) => {
    const profile = members.get(id)
    return profile === undefined ? deletedPerson(id) : personIn(profile)
  })
}

/**
 * Blocks a member: ends friendship and requests of both.
 * @throws Refused `selfBlock`, `userNotFound`, `tooManyBlocks`
 */
export async function blockMember(needs: Needs, userId: string, blockedId: string): Promise<void> {
  const { db, now } = needs
  if (blockedId === userId) throw new Refused(selfBlock)
  const wereFriends = await db.transaction().execute(async (trx) => {
    if (!(await store.lockPeople(trx, db.kind, userId, blockedId))) throw new Refused(userNotFound)
    if ((await blockedBy(trx, userId)).length >= BLOCKS_MAX) throw new Refused(tooManyBlocks)
    await insertBlock(trx, { userId, blockedId, createdAt: now().toISOString() })
    await store.deleteRequestBetween(trx, userId, blockedId)
    return store.deleteFriendship(trx, userId, blockedId)
  })
  await changed(needs, userId, blockedId)
  if (wereFriends) needs.events.emit('friendshipEnded', { userIds: [userId, blockedId] })
}

/** @throws Refused `blockNotFound` */
export async function unblockMember(needs: Needs, userId: string, blockedId: string): Promise<void> {
  if (!(await deleteBlock(needs.db, { userId, blockedId }))) throw new Refused(blockNotFound)
  await changed(needs, userId, blockedId)
}

async function changed({ blocks, sockets }: Needs, userId: string, otherId: string): Promise<void> {
  // Blocks are updated first, so that the lists that the browsers then read again do not contain the other member.
  await blocks.changed(userId, otherId)
  sockets.sendToUsers([userId, otherId], { type: 'friendsChanged' })
  sockets.sendToUsers([userId, otherId], { type: 'conversationsChanged' })
}
