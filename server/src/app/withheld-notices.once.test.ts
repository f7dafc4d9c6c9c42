import { changeUser } from '@tonarchiv/contract/admin'
import { deleteMessage } from '@tonarchiv/contract/chat'
import { removeReaction } from '@tonarchiv/contract/chat-changes'
import { restrictMember } from '@tonarchiv/contract/chat-order'
import { blockMember, removeFriend } from '@tonarchiv/contract/friends'
import {
  CHAT_KINDS,
  NOTICE_CHANNELS,
  type NoticeChannel,
  type NoticeKind,
} from '@tonarchiv/contract/notification-settings'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { EVERY_NOTICE, type Member } from '#testing/every-notice.ts'
import { inboxOf, sentenceOf } from '#testing/inbox.ts'
import { channelsOf, choose, startNotifying } from '#testing/notifying.ts'
import { grantScope } from '#testing/scoped-members.ts'

type Stage = Awaited<ReturnType<typeof startNotifying>>

interface Change {
  kinds: readonly NoticeKind[]
  happens: (stage: Stage, member: Member) => Promise<unknown>
}

const BY_MEMBERS: readonly NoticeKind[] = [
  'friendRequest',
  'friendAccepted',
  'directMessage',
  ...CHAT_KINDS,
  'roomInvitation',
  'playlistInvitation',
]
const OF_ARCHIVE: readonly NoticeKind[] = [
  'newAlbums',
  'newVideos',
  'premiereSoon',
  'premiereOpen',
  'premiereMoved',
  'premiereCancelled',
]

/** What can happen between the event and the moment at which its notice is read or sent. */
const CHANGES: Record<string, Change> = {
  nothing: { kinds: [...BY_MEMBERS, ...OF_ARCHIVE], happens: async () => {} },
  'the reader blocks the actor': {
    kinds: BY_MEMBERS,
    happens: async ({ cast }, { call }) => call(blockMember, { params: { id: cast.mara.id } }),
  },
  'the actor blocks the reader': {
    kinds: BY_MEMBERS,
    happens: async ({ cast }, { id }) => cast.mara.call(blockMember, { params: { id } }),
  },
  'the reader is banned from the chat': {
    kinds: CHAT_KINDS,
    happens: async ({ cast }, { id: userId }) =>
      cast.admin.call(restrictMember, { params: { userId }, body: { kind: 'ban', reason: '' } }),
  },
  'the message is deleted': {
    kinds: ['directMessage', 'mention', 'reply'],
    happens: async ({ cast: { app, mara } }) => {
      const rows = await app.services.db
        .selectFrom('chatMessages')
        .select('id')
        .where('userId', '=', mara.id)
        .where('deletedAt', 'is', null)
        .execute()
      for (const { id } of rows) await mara.call(deleteMessage, { params: { id } })
    },
  },
  'the reaction is removed': {
    kinds: ['reaction'],
    happens: async ({ cast: { app, mara } }, { id: userId }) => {
      const rows = await app.services.db
        .selectFrom('chatMessages')
        .select('id')
        .where('userId', '=', userId)
        .execute()
      for (const { id } of rows) await mara.call(removeReaction, { params: { id, emoji: '🔥' } })
    },
  },
  'the friendship ends': {
    kinds: ['friendAccepted'],
    happens: async ({ cast }, { id }) => cast.mara.call(removeFriend, { params: { id } }),
  },
  'the key is withdrawn': {
    kinds: OF_ARCHIVE,
    happens: async ({ cast }, { id }) =>
      cast.admin.call(changeUser, { params: { id }, body: { keyVerified: false } }),
  },
  'the key is replaced by one for other albums': {
    kinds: OF_ARCHIVE,
    happens: async ({ cast }, member) => {
      await cast.admin.call(changeUser, { params: { id: member.id }, body: { keyVerified: false } })
      await grantScope(cast.app, member, { kind: 'types', types: ['ep'], hasVideos: false })
    },
  },
}

/** A member with a device who wants notices of this kind on all channels. */
async function addReader({ cast, service }: Stage, kind: NoticeKind) {
  const { says, digestSays = says, recipient } = EVERY_NOTICE[kind]
  const member = await (recipient?.(cast) ?? cast.app.signIn())
  await choose(member, kind, NOTICE_CHANNELS)
  const device = await service.subscribe(member, member.username)
  return {
    kind,
    member,
    listed: async () => (await inboxOf(member)).map(sentenceOf).filter((text) => text.includes(says)).length,
    pushed: () => device.read().filter(({ title }) => title.includes(says)).length,
    isIn: (digest: string) => digestSays !== null && digest.includes(digestSays),
  }
}

test.each(Object.entries(CHANGES))(
  'a notice is read and sent with the rights of that moment: %s',
  async (name, { kinds, happens }) => {
    const stage = await startNotifying()
    const { cast, service, digestOf } = stage
    const { db } = cast.app.services
    const accept = service.answer
    // The push service is busy, so that each message waits for its second attempt.
    service.answer = (_message, response) => response.writeHead(503).end()
    const readers: Awaited<ReturnType<typeof addReader>>[] = []
    for (const kind of kinds) {
      const reader = await addReader(stage, kind)
      readers.push(reader)
      // Members are informed of what happens after their account was made.
      cast.app.passTime(1000)
      await EVERY_NOTICE[kind].happens(cast, [reader.member])
      await eventually(async () =>
        expect([kind, await reader.listed(), reader.pushed()]).toEqual([kind, 1, 1]),
      )
    }
    await eventually(async () =>
      expect(await db.selectFrom('pushMessages').select('id').where('tries', '=', 0).execute()).toEqual([]),
    )
    for (const { member } of readers) await happens(stage, member)
    service.answer = accept
    cast.app.passTime(60_000)
    // The rows of messages that were sent are deleted, or kept until they expire.
    await eventually(async () =>
      expect(
        await db.selectFrom('pushMessages').select('id').whereRef('nextTryAt', '<', 'expiresAt').execute(),
      ).toEqual([]),
    )
    const found = await Promise.all(
      readers.map(async ({ kind, member, listed, pushed, isIn }) => ({
        kind,
        here: await listed(),
        push: pushed() - 1,
        mail: isIn(await digestOf(member)) ? 1 : 0,
      })),
    )
    const wanted = (kind: NoticeKind, channel: NoticeChannel) =>
      name === 'nothing' && channelsOf(kind, NOTICE_CHANNELS).includes(channel) ? 1 : 0
    expect(found).toEqual(
      kinds.map((kind) => ({
        kind,
        here: wanted(kind, 'here'),
        push: wanted(kind, 'push'),
        mail: wanted(kind, 'mail'),
      })),
    )
  },
)
