import { changeUser } from '@tonarchiv/contract/admin'
import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import { type Scope, WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { beforeEach, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { endGrantsOfAccount } from '#features/access-grants/index.ts'
import { inboxOf, sentenceOf, unreadOf } from '#testing/inbox.ts'
import { grantScope, signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { notifyEndingAccess } from './ending-access.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const EPS: Scope = { kind: 'types', types: ['ep'], hasVideos: false }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})

const inDays = (days: number) => new Date(app.services.now().getTime() + days * DAY_MS)
const memberFor = async (days: number, scope: Scope = EPS) =>
  signInScoped(app, scope, { endsAt: inDays(days) })
type Member = Awaited<ReturnType<TestApp['signIn']>>

/** The inbox, read in a new session, because former sessions end while the test moves the clock. */
const inbox = async (member: Member) => inboxOf(await app.anotherSession(member))
const textsOf = async (member: Member) => (await inbox(member)).map(sentenceOf)
const countOf = async (member: Member) => unreadOf(await app.anotherSession(member))
const look = async () => notifyEndingAccess(app.services)
const rows = async () => app.services.db.selectFrom('notifications').select(['groupKey', 'at']).execute()

test('a member is notified seven days and one day before a key ends, once each, and not after its end', async () => {
  const mara = await memberFor(10)
  await look()
  app.passTime(3 * DAY_MS - MINUTE_MS)
  await look()
  expect(await textsOf(mara)).toEqual([])
  app.passTime(MINUTE_MS)
  await look()
  const [first] = await inbox(mara)
  expect(first).toMatchObject({ kind: 'accessEnding', path: '/archive', isUnread: true })
  expect(await textsOf(mara)).toEqual(['Noch 7 Tage: Dann schließt einer deiner Schlüssel'])
  await look()
  expect(await rows()).toHaveLength(1)
  app.passTime(3 * DAY_MS)
  await look()
  expect(await textsOf(mara)).toEqual(['Noch 4 Tage: Dann schließt einer deiner Schlüssel'])
  app.passTime(3 * DAY_MS)
  await look()
  await look()
  expect(await countOf(mara)).toBe(2)
  expect((await textsOf(mara))[0]).toBe('Noch heute und morgen: Dann schließt einer deiner Schlüssel')
  app.passTime(DAY_MS)
  await look()
  expect([await textsOf(mara), await countOf(mara)]).toEqual([[], 0])
})

test('two processes that check at the same time notify once', async () => {
  const hub = memoryHub()
  app = await startApp({}, { hub })
  const second = await startApp({}, { hub, beside: app })
  const mara = await memberFor(7.5)
  for (const one of [app, second]) one.passTime(DAY_MS)
  await Promise.all([app, second].map(async ({ services }) => notifyEndingAccess(services)))
  expect(await textsOf(mara)).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
})

test('who has just got a key for a shorter time, or keeps all by another key, is notified nothing', async () => {
  const short = await memberFor(5)
  const [both, covered] = [await memberFor(8), await memberFor(8)]
  await grantScope(app, covered, WHOLE_ARCHIVE)
  await grantScope(app, both, EPS, { endsAt: inDays(60) })
  app.passTime(1.5 * DAY_MS)
  await look()
  for (const member of [short, both, covered]) expect(await textsOf(member)).toEqual([])
  app.passTime(3 * DAY_MS)
  await look()
  expect(await textsOf(short)).toEqual(['Noch heute und morgen: Dann schließt einer deiner Schlüssel'])
})

test('an end that is more than a day past its notice is not notified late', async () => {
  const mara = await memberFor(10)
  app.passTime(4.5 * DAY_MS)
  await look()
  expect(await textsOf(mara)).toEqual([])
})

test('members who have switched it off, admins, and those whose key was withdrawn get none', async () => {
  const [quiet, boss, loser, notified] = [
    await memberFor(8),
    await memberFor(8),
    await memberFor(8),
    await memberFor(8),
  ]
  const admin = await app.signIn({ isAdmin: true })
  for (const channel of ['here', 'push', 'mail'] as const)
    await quiet.call(changeNotificationSettings, {
      body: { choice: { topic: 'access', channel, isOn: false } },
    })
  await admin.call(changeUser, { params: { id: boss.id }, body: { isAdmin: true } })
  const { db, now } = app.services
  await db.transaction().execute(async (trx) => endGrantsOfAccount(trx, loser.id, now()))
  app.passTime(1.5 * DAY_MS)
  await look()
  for (const member of [quiet, boss, loser]) expect(await textsOf(member)).toEqual([])
  expect(await textsOf(notified)).toHaveLength(1)
  await db.transaction().execute(async (trx) => endGrantsOfAccount(trx, notified.id, now()))
  expect([await textsOf(notified), await countOf(notified)]).toEqual([[], 0])
})
