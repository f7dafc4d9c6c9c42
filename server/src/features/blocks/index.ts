/** Blocks: which members are hidden from each other. The rules of blocking are part of friends. */
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { defineFeature } from '#feature.ts'
import { openBlocks } from './blocks.ts'
import './tables.ts'

export type { Blocks } from './blocks.ts'
export { areBlocked, blockedBy, deleteBlock, hiddenAmong, insertBlock } from './store.ts'

const blocksExport = {
  name: 'blocks',
  read: async (db: Kysely<Schema>, userId: string) => ({
    blocked: await db
      .selectFrom('blocks')
      .leftJoin('users', 'users.id', 'blocks.blockedId')
      .select(['users.username', 'blocks.createdAt'])
      .where('blocks.userId', '=', userId)
      .orderBy('blocks.createdAt')
      .execute(),
  }),
}

export const blocks = defineFeature({
  name: 'blocks',
  tables: { blocks: { accountColumns: ['userId', 'blockedId'] } },
  open: async ({ services }) => openBlocks(services),
  events: {
    blocksChanged: ({ userIds: [one, other] }, _context, opened) => {
      if (one !== undefined && other !== undefined) opened.reload(one, other)
    },
  },
  exportSections: [blocksExport],
})
