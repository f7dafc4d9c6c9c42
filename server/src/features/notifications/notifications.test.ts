import { changePassword, deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, setReadMark, postMessage } from '@tonarchiv/contract/chat'
import { addReaction, removeReaction } from '@tonarchiv/contract/chat-changes'
import { restrictMember } from '@tonarchiv/contract/chat-order'
import { openConversation } from '@tonarchiv/contract/conversations'
import {
  acceptRequest,
  blockMember,
  listFriends,
  rejectRequest,
  requestFriend,
} from '@tonarchiv/contract/friends'
import { listNotices, NOTICES_KEPT, readAllNotices, readNotice } from '@tonarchiv/contract/notifications'
import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import { addCollaborator } from '@tonarchiv/contract/playlist-sharing'
import { createPlaylist, updatePlaylist } from '@tonarchiv/contract/playlists'
import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { commandRoom, joinRoom, joinRoomInvited } from '@tonarchiv/contract/rooms'
import { describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { makeFriends } from '#testing/friendship.ts'
import { inboxOf, inboxSays, textsOf, unreadOf } from '#testing/inbox.ts'
import { openRoom } from '#testing/listening-room.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { cleanUpNotices } from './cleanup.ts'
import { onMessageReacted } from './events/on-events.ts'

const DAY_MS = 86_400_000

async function people(app: TestApp) {
  return {
    mara: await app.signIn({ username: 'mara' }),
    tom: await app.signIn({ username: 'tom' }),
    eve: await app.signIn({ username: 'eve' }),
  }
}

const firstId = async (member: Parameters<typeof inboxOf>[0]) => (await inboxOf(member))[0]?.id ?? ''

describe('friends', () => {
  test('a request can be answered from its notice, and both learn of it', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await mara.call(requestFriend, { body: { friendId: tom.id } })
    await inboxSays(tom, 'mara möchte mit dir befreundet sein')
    expect(await unreadOf(tom)).toBe(1)
    expect(await textsOf(mara)).toEqual([])
    const requestId = (await tom.call(listFriends, {})).friendRequests[0]?.id ?? ''
    expect((await inboxOf(tom))[0]).toMatchObject({
      people: [{ id: mara.id }],
      path: '/friends',
      action: { kind: 'answerFriendRequest', requestId },
    })
    await tom.call(acceptRequest, { params: { id: requestId } })
    expect(await textsOf(tom)).toEqual(['mara und du seid jetzt befreundet'])
    expect(await unreadOf(tom)).toBe(0)
    await inboxSays(mara, 'tom und du seid jetzt befreundet')
    expect(await unreadOf(mara)).toBe(1)
  })

  test('a rejected request leaves no notice, for neither of both', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await mara.call(requestFriend, { body: { friendId: tom.id } })
    await inboxSays(tom, 'mara möchte mit dir befreundet sein')
    const requestId = (await tom.call(listFriends, {})).friendRequests[0]?.id ?? ''
    await tom.call(rejectRequest, { params: { id: requestId } })
    expect([await textsOf(tom), await textsOf(mara)]).toEqual([[], []])
    expect(await unreadOf(tom)).toBe(0)
  })
})

describe('messages', () => {
  test('concern those whom they mention and answer, and no other member', async () => {
    const app = await startApp()
    const { mara, tom, eve } = await people(app)
    const { message } = await mara.call(postMessage, {
      body: { message: '@tom @mara hört ihr\ndie Bridge?' },
    })
    await tom.call(postMessage, { body: { message: '@mara Ja!', replyTo: message.id } })
    await mara.call(postMessage, { body: { message: 'Ich auch', replyTo: message.id } })
    await inboxSays(mara, 'tom hat auf deine Nachricht geantwortet')
    await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
    expect((await inboxOf(tom))[0]).toMatchObject({
      quote: '@tom @mara hört ihr die Bridge?',
      path: `/chat?message=${message.id}`,
    })
    expect(await textsOf(eve)).toEqual([])
  })

  test('all reactions to a message are one notice, which counts members and names the last ones', async () => {
    const app = await startApp()
    const { mara, tom, eve } = await people(app)
    const kim = await app.signIn({ username: 'kim' })
    const { id } = (await mara.call(postMessage, { body: { message: 'Neu!' } })).message
    for (const member of [mara, tom, eve, kim])
      await member.call(addReaction, { params: { id, emoji: '🔥' } })
    await kim.call(addReaction, { params: { id, emoji: '😮' } })
    await inboxSays(mara, 'kim, eve und ein weiterer haben auf deine Nachricht reagiert')
    expect((await inboxOf(mara))[0]).toMatchObject({
      reactions: [
        { emoji: '🔥', count: 3 },
        { emoji: '😮', count: 1 },
      ],
      people: [{ id: kim.id }, { id: eve.id }, { id: tom.id }],
    })
    await mara.call(readNotice, { params: { id: await firstId(mara) } })
    expect(await unreadOf(mara)).toBe(0)
    await eve.call(addReaction, { params: { id, emoji: '😮' } })
    await eventually(async () => expect(await unreadOf(mara)).toBe(1))
    expect(await inboxOf(mara)).toHaveLength(1)
    for (const member of [tom, eve, kim]) await member.call(removeReaction, { params: { id, emoji: '🔥' } })
    for (const member of [eve, kim]) await member.call(removeReaction, { params: { id, emoji: '😮' } })
    expect(await textsOf(mara)).toEqual([])
  })

  test('an event that is delivered twice makes one notice and marks nothing as unread again', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    const { id } = (await mara.call(postMessage, { body: { message: 'Neu!' } })).message
    await tom.call(addReaction, { params: { id, emoji: '🔥' } })
    await inboxSays(mara, 'tom hat auf deine Nachricht reagiert')
    await mara.call(readAllNotices, {})
    const { at } = (await inboxOf(mara))[0] ?? { at: '' }
    const services = { ...app.services, now: () => new Date(at) }
    for (let times = 0; times < 3; times += 1)
      await onMessageReacted(services, { messageId: id, authorId: mara.id, userId: tom.id })
    expect([(await inboxOf(mara)).length, await unreadOf(mara)]).toEqual([1, 0])
  })

  test('a message that was read in its conversation counts as read', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    const { message } = await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await eventually(async () => expect(await unreadOf(tom)).toBe(1))
    await tom.call(setReadMark, { body: { lastReadId: message.id } })
    expect(await unreadOf(tom)).toBe(0)
    expect((await inboxOf(tom))[0]).toMatchObject({ isUnread: false })
  })

  test('a deleted message leaves a notice that leads nowhere and quotes nothing', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    const { message } = await mara.call(postMessage, { body: { message: '@tom geheim' } })
    await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
    await mara.call(deleteMessage, { params: { id: message.id } })
    const [notice] = await inboxOf(tom)
    expect(notice).toMatchObject({
      sentence: [{ text: 'Diese Mitteilung führt zu nichts mehr', isStrong: false }],
      remark: 'die Nachricht wurde gelöscht',
      quote: null,
      path: null,
      people: [],
    })
    expect(await unreadOf(tom)).toBe(0)
  })

  test('of two members are one notice for each conversation', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await makeFriends(mara, tom)
    await tom.call(readAllNotices, {})
    await mara.call(readAllNotices, {})
    const { conversation } = await mara.call(openConversation, { body: { userId: tom.id } })
    const send = async (message: string) =>
      mara.call(postMessage, { body: { message, conversationId: conversation.id } })
    await send('@tom eins')
    await send('zwei')
    await eventually(async () => expect((await inboxOf(tom))[0]).toMatchObject({ quote: 'zwei' }))
    expect((await inboxOf(tom)).filter(({ kind }) => kind === 'directMessage')).toHaveLength(1)
    expect((await inboxOf(tom))[0]).toMatchObject({ path: `/messages/${conversation.id}` })
    expect((await inboxOf(tom)).map(({ kind }) => kind)).not.toContain('mention')
  })
})

describe('what a member may no longer see', () => {
  test('of a blocked member is left out, in both directions and with its count', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await tom.call(postMessage, { body: { message: '@mara hallo' } })
    await eventually(async () => expect([await unreadOf(mara), await unreadOf(tom)]).toEqual([1, 1]))
    await mara.call(blockMember, { params: { id: tom.id } })
    for (const member of [mara, tom]) expect([await textsOf(member), await unreadOf(member)]).toEqual([[], 0])
    await tom.call(postMessage, { body: { message: '@mara nochmal' } })
    expect(await app.services.db.selectFrom('notifications').selectAll().execute()).toHaveLength(2)
  })

  test('of the room is left out while banned from it', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    const admin = await app.signIn({ isAdmin: true })
    await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
    await admin.call(restrictMember, { params: { userId: tom.id }, body: { kind: 'ban', reason: '' } })
    expect([await textsOf(tom), await unreadOf(tom)]).toEqual([[], 0])
  })

  test('of a playlist that was made private is left out', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await makeFriends(mara, tom)
    const { playlist } = await mara.call(createPlaylist, { body: { title: 'Nachtfahrten' } })
    const params = { id: playlist.id }
    await mara.call(addCollaborator, { params: { ...params, userId: tom.id } })
    await eventually(async () =>
      expect(await textsOf(tom)).toContain('mara hat dich zur Playlist „Nachtfahrten“ eingeladen'),
    )
    await mara.call(blockMember, { params: { id: tom.id } })
    expect((await textsOf(tom)).join()).not.toContain('Nachtfahrten')
    await mara.call(updatePlaylist, { params, body: { visibility: 'private' } })
    expect((await textsOf(tom)).join()).not.toContain('Nachtfahrten')
  })

  test('of a deleted account is removed', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
    await mara.call(deleteAccount, { body: { password: mara.password } })
    expect([await textsOf(tom), await unreadOf(tom)]).toEqual([[], 0])
  })
})

test('a friend is invited to a listening room, once for each room, by members who are in it only', async () => {
  const app = await startApp()
  const { tom, eve } = await people(app)
  const { host: mara, params } = await openRoom(app)
  await makeFriends(mara, tom)
  for (let times = 0; times < 2; times += 1)
    await mara.call(inviteToRoom, { params, body: { userId: tom.id } })
  await eventually(async () =>
    expect((await inboxOf(tom)).filter(({ kind }) => kind === 'roomInvitation')).toHaveLength(1),
  )
  expect((await inboxOf(tom))[0]).toMatchObject({
    remark: '1 Person hört zu',
    path: `/rooms/${params.id}`,
    action: { kind: 'joinRoom', roomId: params.id },
  })
  expect((await textsOf(tom))[0]).toBe(`${mara.username} lädt dich in den Hörraum „Nachtschicht“ ein`)
  expect((await mara.refusal(inviteToRoom, { params, body: { userId: eve.id } })).status).toBe(404)
  expect((await tom.refusal(inviteToRoom, { params, body: { userId: mara.id } })).body.code).toBe(
    'NOT_IN_ROOM',
  )
  await tom.call(joinRoom, { params })
  expect((await inboxOf(tom))[0]).toMatchObject({ isUnread: false, action: null })
})

test('the notice of an invitation leads into a room that only invited members may join', async () => {
  const app = await startApp()
  const { tom } = await people(app)
  const { host: mara, params } = await openRoom(app)
  await makeFriends(mara, tom)
  const close = { name: 'access', revision: 1, isInviteOnly: true } as const
  const { state } = await mara.call(commandRoom, { params, body: close })
  await mara.call(inviteToRoom, { params, body: { userId: tom.id } })
  const path = `/rooms/${params.id}#${state.inviteCode}`
  await eventually(async () => expect((await inboxOf(tom))[0]).toMatchObject({ path }))
  await tom.call(joinRoomInvited, { params, body: { code: path.split('#')[1] ?? '' } })
})

test('a changed password has a notice that cannot be switched off', async () => {
  const app = await startApp()
  const { mara } = await people(app)
  const body = { choice: { topic: 'security', channel: 'here', isOn: false } } as const
  expect((await mara.refusal(changeNotificationSettings, { body })).body.code).toBe('CHOICE_IS_FIXED')
  const newPassword = 'Ganz-neues-Passwort-42'
  await mara.call(changePassword, { body: { currentPassword: mara.password, newPassword } })
  await inboxSays(mara, 'Dein Passwort wurde geändert')
  expect((await inboxOf(mara))[0]).toMatchObject({
    path: '/settings?tab=security',
    action: { kind: 'checkSecurity' },
  })
})

describe('the inbox', () => {
  test('is read on all devices at once, in every process', async () => {
    const hub = memoryHub()
    const first = await startApp({}, { hub })
    const second = await startApp({}, { hub, beside: first })
    const { mara, tom } = await people(first)
    const there = openSocket(second, { token: tom.token })
    await there.ready()
    await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await eventually(() =>
      expect(there.all('noticesChanged')).toEqual([{ type: 'noticesChanged', unread: 1, quietUntil: null }]),
    )
    expect(await unreadOf(tom)).toBe(1)
    await tom.call(readNotice, { params: { id: await firstId(tom) } })
    await eventually(() =>
      expect(there.all('noticesChanged').slice(1)).toEqual([
        { type: 'noticesChanged', unread: 0, quietUntil: null },
      ]),
    )
    expect(await unreadOf(tom)).toBe(0)
    expect((await mara.refusal(readNotice, { params: { id: await firstId(tom) } })).status).toBe(404)
  })

  test('is read 30 at a time, without a gap and without a repetition', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    const at = app.services.now().toISOString()
    const rows = Array.from({ length: 75 }, (_, index) => ({
      id: `n${String(index).padStart(3, '0')}`,
      userId: tom.id,
      kind: 'security' as const,
      groupKey: `g${index}`,
      actorId: null,
      subjectId: null,
      detail: JSON.stringify({ change: 'appPasswordAdded', name: String(index), device: null }),
      at,
      readAt: null,
    }))
    await app.services.db.insertInto('notifications').values(rows).execute()
    const read: string[] = []
    let before: string | undefined
    const sizes: number[] = []
    do {
      const query = before === undefined ? {} : { before }
      const { notices, next } = await tom.call(listNotices, { query })
      sizes.push(notices.length)
      read.push(...notices.map(({ id }) => id))
      before = next ?? undefined
    } while (before !== undefined)
    expect(sizes).toEqual([30, 30, 15])
    expect(read).toEqual(rows.map(({ id }) => id).toReversed())
    await tom.call(readNotice, { params: { id: 'n074' } })
    const unread = await tom.call(listNotices, { query: { filter: 'unread' } })
    expect(unread.notices[0]?.id).toBe('n073')
    expect(await inboxOf(mara)).toEqual([])
  })

  test('keeps the newest 500 notices of 90 days', async () => {
    const app = await startApp()
    const { tom, eve } = await people(app)
    const now = app.services.now().getTime()
    const rows = Array.from({ length: NOTICES_KEPT + 5 }, (_, index) => ({
      id: `n${index}`,
      userId: index === 0 ? eve.id : tom.id,
      kind: 'security' as const,
      groupKey: `g${index}`,
      actorId: null,
      subjectId: null,
      detail: null,
      at: new Date(now - (index === 0 ? 91 * DAY_MS : index)).toISOString(),
      readAt: null,
    }))
    await app.services.db.insertInto('notifications').values(rows).execute()
    const shared = [89, 91].map((days) => ({
      id: `${days} days old`,
      kind: 'newAlbums' as const,
      groupKey: 'albums:2026-01-01',
      eventKey: `album-${days}`,
      actorId: null,
      subjectId: `album-${days}`,
      detail: null,
      at: new Date(now - days * DAY_MS).toISOString(),
    }))
    await app.services.db.insertInto('sharedNotices').values(shared).execute()
    await cleanUpNotices(app.services)
    const left = await app.services.db.selectFrom('notifications').select('id').execute()
    expect(left).toHaveLength(NOTICES_KEPT)
    expect(left.map(({ id }) => id)).not.toContain('n0')
    expect(left.map(({ id }) => id)).not.toContain(`n${NOTICES_KEPT + 4}`)
    const leftOfAll = await app.services.db.selectFrom('sharedNotices').select('id').execute()
    expect(leftOfAll).toEqual([{ id: '89 days old' }])
  })

  test('is in the account export', async () => {
    const app = await startApp()
    const { mara, tom } = await people(app)
    await mara.call(postMessage, { body: { message: '@tom hallo' } })
    await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
    expect(await tom.call(exportAccount, {})).toMatchObject({
      notifications: { notices: [{ kind: 'mention', by: 'mara' }], settings: { digest: 'off' } },
    })
  })
})
