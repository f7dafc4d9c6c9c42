import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { readAllNotices } from '@tonarchiv/contract/notifications'
import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import {
  cancelAlbumPremiere,
  listPremieres,
  openAlbumNow,
  remindOfPremiere,
  setAlbumPremiere,
} from '@tonarchiv/contract/premieres'
import { describe, expect, test } from 'vitest'
import { emitPendingUploads } from '#events/pending-uploads.ts'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { inboxOf, inboxSays, textsOf, unreadOf } from '#testing/inbox.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { onUploaded } from './on-events.ts'
import { notifySoonPremieres } from './soon-premieres.ts'

const HOUR_MS = 3_600_000

async function archive() {
  const app = await startApp()
  return {
    app,
    admin: await app.signIn({ isAdmin: true, username: 'chefin' }),
    mara: await app.signIn({ username: 'mara' }),
    guest: await app.signIn({ username: 'gast', hasKey: false }),
  }
}

type Admin = Awaited<ReturnType<typeof archive>>['admin']

const addAlbum = async (admin: Admin, albumTitel: string) =>
  addSampleAlbum(admin, { albumTitel, tracks: [{ title: 'Eins', sample: 'cbr.mp3' }] })

const inHours = (app: TestApp, hours: number) =>
  new Date(app.services.now().getTime() + hours * HOUR_MS).toISOString()

async function addClosed(app: TestApp, admin: Admin, hours: number) {
  const opensAt = inHours(app, hours)
  const premiere = { opensAt, isCovered: true }
  const { albumId } = await addByForm(admin, { albumTitel: 'Zweite Halbzeit', tracks: ['Anpfiff'], premiere })
  return { albumId, opensAt, params: { albumTitel: albumId } }
}

describe('new albums', () => {
  test('of a day are one notice for all members with a key, and none for who has added them', async () => {
    const { app, admin, mara, guest } = await archive()
    const socket = openSocket(app, { token: mara.token })
    await socket.ready()
    await addAlbum(admin, 'Graue Linie')
    await inboxSays(mara, 'Neues Album: Graue Linie')
    await eventually(() =>
      expect(socket.all('noticesChanged')).toEqual([{ type: 'noticesChanged', unread: 1, quietUntil: null }]),
    )
    const { id: albumId } = await app.services.db.selectFrom('albums').select('id').executeTakeFirstOrThrow()
    expect((await inboxOf(mara))[0]).toMatchObject({ path: `/archive?album=${albumId}`, isUnread: true })
    await mara.call(readAllNotices, {})
    expect(await unreadOf(mara)).toBe(0)
    await addAlbum(admin, 'Kassettendeck')
    await inboxSays(mara, '2 neue Alben: Kassettendeck und Graue Linie')
    expect(await unreadOf(mara)).toBe(1)
    for (const member of [admin, guest]) expect(await textsOf(member)).toEqual([])
    expect(await app.services.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  test('are one notice besides that of the videos of the day', async () => {
    const { admin, mara, guest } = await archive()
    await addAlbum(admin, 'Graue Linie')
    await inboxSays(mara, 'Neues Album: Graue Linie')
    const { id } = await addVideoByForm(admin, { title: 'Probenraum' })
    await inboxSays(mara, 'Neues Video: Probenraum', 'Neues Album: Graue Linie')
    expect((await inboxOf(mara))[0]).toMatchObject({ path: `/videos?video=${id}` })
    await addVideoByForm(admin, { title: 'Dachboden' })
    await inboxSays(mara, '2 neue Videos: Dachboden und Probenraum', 'Neues Album: Graue Linie')
    expect((await inboxOf(mara))[0]).toMatchObject({ path: '/videos', isUnread: true })
    expect(await unreadOf(mara)).toBe(2)
    for (const member of [admin, guest]) expect(await textsOf(member)).toEqual([])
  })

  test('are left out when they are deleted, and for members who lose their key', async () => {
    const { admin, mara } = await archive()
    await addAlbum(admin, 'Graue Linie')
    await addAlbum(admin, 'Kassettendeck')
    await inboxSays(mara, '2 neue Alben: Kassettendeck und Graue Linie')
    await admin.call(deleteAlbum, { params: { albumTitel: 'Kassettendeck' } })
    await inboxSays(mara, 'Neues Album: Graue Linie')
    await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
    expect([await textsOf(mara), await unreadOf(mara)]).toEqual([[], 0])
  })

  test('are nothing to members who came later, and who have switched them off', async () => {
    const { app, admin, mara } = await archive()
    const choice = { topic: 'archive', channel: 'here', isOn: false } as const
    await mara.call(changeNotificationSettings, { body: { choice } })
    const early = await app.signIn()
    await addAlbum(admin, 'Graue Linie')
    await inboxSays(early, 'Neues Album: Graue Linie')
    app.passTime(1000)
    const late = await app.signIn()
    for (const member of [mara, late])
      expect([await textsOf(member), await unreadOf(member)]).toEqual([[], 0])
  })

  test('have their notice after a crash, once', async () => {
    const { app, admin, mara } = await archive()
    const { db } = app.services
    await addAlbum(admin, 'Graue Linie')
    await inboxSays(mara, 'Neues Album: Graue Linie')
    const [row] = await db.selectFrom('sharedNotices').selectAll().execute()
    // As if the process had ended before the notice was stored.
    await db.deleteFrom('sharedNotices').execute()
    const upload = { pendingId: 'p', userId: admin.id, kind: 'album', ids: [row?.subjectId ?? ''] } as const
    await db
      .insertInto('pendingUploads')
      .values({
        id: 'p',
        userId: admin.id,
        kind: 'album',
        itemIds: JSON.stringify(upload.ids),
        createdAt: app.services.now().toISOString(),
        cardDue: 0,
      })
      .execute()
    await emitPendingUploads(app.services)
    await inboxSays(mara, 'Neues Album: Graue Linie')
    await onUploaded(app.services, { ...upload, ids: [...upload.ids] }, app.services.now())
    expect(await db.selectFrom('sharedNotices').selectAll().execute()).toHaveLength(1)
    expect(await db.selectFrom('pendingUploads').selectAll().execute()).toEqual([])
  })
})

describe('a premiere', () => {
  test('is announced an hour before and when its doors open, to members with a key', async () => {
    const { app, admin, mara, guest } = await archive()
    const { albumId, opensAt } = await addClosed(app, admin, 3)
    await notifySoonPremieres(app.services)
    expect(await textsOf(mara)).toEqual([])
    app.passTime(2 * HOUR_MS)
    for (let times = 0; times < 2; times += 1) await notifySoonPremieres(app.services)
    await inboxSays(mara, 'In einer Stunde öffnen die Türen: „Zweite Halbzeit“')
    expect((await inboxOf(mara))[0]).toMatchObject({ covers: [], opensAt, isUnread: true })
    app.passTime(HOUR_MS)
    await mara.call(listPremieres, {})
    await inboxSays(mara, 'Die Türen sind offen: „Zweite Halbzeit“')
    expect((await inboxOf(mara))[0]).toMatchObject({ path: `/archive?album=${albumId}` })
    expect(await textsOf(guest)).toEqual([])
  })

  test('is nothing to members whose access does not include the album', async () => {
    const { app, admin, mara } = await archive()
    const limited = await signInScoped(app, { kind: 'types', types: ['ep'], hasVideos: false })
    const { albumId, params } = await addClosed(app, admin, 1)
    await notifySoonPremieres(app.services)
    await inboxSays(mara, 'In einer Stunde öffnen die Türen: „Zweite Halbzeit“')
    expect(await textsOf(limited)).toEqual([])
    // As if both members had asked for the reminder while they had access to the album.
    const opensAt = inHours(app, 1)
    for (const { id: userId } of [mara, limited])
      await app.services.db
        .insertInto('premiereReminders')
        .values({ albumId, userId, knownOpensAt: opensAt, createdAt: opensAt })
        .execute()
    await admin.call(cancelAlbumPremiere, { params })
    await eventually(async () =>
      expect(await textsOf(mara)).toContain('Die Premiere von „Zweite Halbzeit“ wurde abgesagt'),
    )
    expect(await textsOf(limited)).toEqual([])
    await admin.call(openAlbumNow, { params })
    await eventually(async () =>
      expect(await textsOf(mara)).toContain('Die Türen sind offen: „Zweite Halbzeit“'),
    )
    expect([await textsOf(limited), await unreadOf(limited)]).toEqual([[], 0])
  })

  test('that is moved or called off has a notice for those who are reminded, but not for who did it', async () => {
    const { app, admin, mara } = await archive()
    const tom = await app.signIn({ username: 'tom' })
    const { albumId, params } = await addClosed(app, admin, 3)
    for (const member of [admin, mara]) await member.call(remindOfPremiere, { params: { albumId } })
    const opensAt = inHours(app, 5)
    await admin.call(setAlbumPremiere, { params, body: { opensAt, isCovered: true } })
    await inboxSays(mara, 'Die Premiere von „Zweite Halbzeit“ wurde verschoben')
    expect((await inboxOf(mara))[0]).toMatchObject({ opensAt })
    app.passTime(1000)
    await admin.call(cancelAlbumPremiere, { params })
    await inboxSays(mara, 'Die Premiere von „Zweite Halbzeit“ wurde abgesagt')
    for (const member of [admin, tom]) expect(await textsOf(member)).toEqual([])
    await admin.call(openAlbumNow, { params })
    await inboxSays(mara, 'Die Türen sind offen: „Zweite Halbzeit“')
    expect(await textsOf(admin)).toEqual([])
  })
})
