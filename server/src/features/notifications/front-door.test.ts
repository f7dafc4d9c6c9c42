import { postMessage } from '@tonarchiv/contract/chat'
import { blockMember } from '@tonarchiv/contract/friends'
import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { inboxSays, sentenceOf, textsOf } from '#testing/inbox.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import {
  notify,
  notifyAll,
  quietUntil,
  readableNotices,
  readerOf,
  type ReadNeeds,
  settingsOf,
  settingsOfOne,
  type WantedNotices,
  wantsNotice,
} from './index.ts'
import { sharedSources } from './resolve/shared-sources.ts'

/** The functions with which push messages and digests read notices. They run without a caller. */
function senderOf({ services }: TestApp, hidden: readonly string[] = []) {
  const presence = {
    members: async () => {
      const rows = await services.db.selectFrom('users').select(['id', 'username']).execute()
      const profile = {
        photoURL: null,
        ownStatus: '',
        showListening: true,
        letsFriendsListen: false,
        hasArchiveAccess: true,
        seesTracks: true,
        isAdmin: false,
      }
      return new Map(
        rows.map(({ id, username }) => [id, { ...profile, id, username, displayName: username }]),
      )
    },
    isHidden: (_one: string, other: string) => hidden.includes(other),
    hiddenFrom: () => new Set(hidden),
  }
  const cards = { resolve: async () => [] }
  const loadShared = sharedSources({ ...services, cards })
  const needs: ReadNeeds = { ...services, presence, cards, loadShared }
  return async (userId: string, wanted: Omit<WantedNotices, 'channel'> = {}) => {
    const reader = await readerOf(services, userId)
    if (reader === undefined) return undefined
    return (await readableNotices(needs, reader, { ...wanted, channel: 'push' })).notices.map(sentenceOf)
  }
}

test('what is sent has the rights and the choices of its reader at that moment', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  await mara.call(postMessage, { body: { message: '@tom hallo' } })
  await inboxSays(tom, 'mara hat dich im Chat Room erwähnt')
  expect(await senderOf(app)(tom.id)).toEqual(['mara hat dich im Chat Room erwähnt'])
  const later = new Date(app.services.now().getTime() + 1000).toISOString()
  expect(await senderOf(app)(tom.id, { since: later })).toEqual([])
  expect(await senderOf(app)(tom.id, { ids: ['unknown'] })).toEqual([])
  const choice = { topic: 'mentions', channel: 'push', isOn: false } as const
  await tom.call(changeNotificationSettings, { body: { choice } })
  expect(await senderOf(app)(tom.id)).toEqual([])
  expect(await textsOf(tom)).toEqual(['mara hat dich im Chat Room erwähnt'])
  await tom.call(changeNotificationSettings, { body: { choice: { ...choice, isOn: true } } })
  await tom.call(blockMember, { params: { id: mara.id } })
  expect(await senderOf(app, [mara.id])(tom.id)).toEqual([])
  expect(await senderOf(app)('unknown')).toBeUndefined()
  const unverified = await app.signIn({ emailVerified: false })
  expect(await senderOf(app)(unverified.id)).toBeUndefined()
})

test('a notice that is stored in a transaction is announced after its commit, with whom it concerns', async () => {
  const app = await startApp()
  const { services } = app
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const announced: unknown[] = []
  services.events.on('noticesStored', (event) => announced.push(event))
  const notice = {
    kind: 'security',
    groupKey: 's',
    actorId: null,
    subjectId: null,
    at: services.now(),
  } as const
  const detail = JSON.stringify({ change: 'secondFactorOn', name: null, device: null })
  const announce = await services.db
    .transaction()
    .execute(async (trx) => notify(services, { ...notice, detail, userIds: [mara.id, 'gone'] }, trx))
  expect(announced).toEqual([])
  announce()
  const [row] = await services.db.selectFrom('notifications').selectAll().execute()
  expect(announced).toEqual([{ noticeId: row?.id, kind: 'security', userIds: [mara.id] }])
  const shared = {
    kind: 'newVideos',
    groupKey: 'newVideos:2026-01-01',
    eventKey: 'e',
    actorId: tom.id,
  } as const
  for (let times = 0; times < 2; times += 1)
    (await notifyAll(services, [{ ...shared, subjectId: 'v', at: services.now() }]))()
  await eventually(() =>
    expect(announced.slice(1)).toEqual([{ noticeId: shared.groupKey, kind: 'newVideos', userIds: null }]),
  )
})

test('settings are read for many accounts at once', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const quiet = { isOn: true, fromMinute: 0, untilMinute: 1439, days: [1, 2, 3, 4, 5, 6, 7] }
  await mara.call(changeNotificationSettings, { body: { quiet, timeZone: 'UTC' } })
  const settings = await settingsOf(app.services.db, [mara.id, tom.id])
  const noon = new Date('2026-11-27T12:00:00Z')
  const wants = [mara, tom].map(({ id }) => {
    const own = settings.get(id)
    return own && [wantsNotice(own, 'mention', 'push', noon), quietUntil(own, noon) !== undefined]
  })
  expect(wants).toEqual([
    [false, true],
    [true, false],
  ])
  expect(await settingsOfOne(app.services.db, mara.id)).toEqual(settings.get(mara.id))
})
