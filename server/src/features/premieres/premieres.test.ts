import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { getAlbum, listAlbums, streamTrack } from '@tonarchiv/contract/catalog'
import { postMessage } from '@tonarchiv/contract/chat'
import { recordPlay } from '@tonarchiv/contract/plays'
import * as contract from '@tonarchiv/contract/premieres'
import { urlOf } from '@tonarchiv/contract/route'
import { describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import type { Member } from '#testing/sign-in.ts'
import { type Call, startApp, type TestApp } from '#testing/start-app.ts'

const HOUR_MS = 3_600_000
const TITLE = 'Zweite Halbzeit'

const inHours = (app: TestApp, hours: number) =>
  new Date(app.services.now().getTime() + hours * HOUR_MS).toISOString()

async function closed(app: TestApp, admin: { call: Call }, { isCovered = true, hours = 1 } = {}) {
  const opensAt = inHours(app, hours)
  const album = await addByForm(admin, {
    albumTitel: TITLE,
    cover: 'cover.jpg',
    tracks: ['Anpfiff', 'Flutlicht'],
    premiere: { opensAt, isCovered },
  })
  return {
    album,
    opensAt,
    albumId: album.albumId,
    file: album.tracks[0]?.file ?? '',
    trackId: album.tracks[0]?.id ?? '',
  }
}

const statusOf = async (app: TestApp, path: string, { token }: Pick<Member, 'token'>) =>
  (await app.fetch(path, { headers: { authorization: `Bearer ${token}` } })).status

describe('before a premiere', () => {
  test('members get title, date and, if it is not covered, the cover', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const member = await app.signIn()
    const { album, albumId, opensAt } = await closed(app, admin, { isCovered: false })
    const premiere = {
      opensAt,
      album: { id: albumId, title: TITLE, coverUrl: album.albumCover, isCovered: false, isReminded: false },
    }
    expect((await member.call(contract.listPremieres, {})).premieres).toEqual([premiere])
    expect(await statusOf(app, album.albumCover, member)).toBe(200)

    await admin.call(contract.setAlbumPremiere, {
      params: { albumTitel: TITLE },
      body: { opensAt, isCovered: true },
    })
    const [covered] = (await member.call(contract.listPremieres, {})).premieres
    expect(covered?.album).toEqual({ ...premiere.album, coverUrl: null, isCovered: true })
    expect(await statusOf(app, album.albumCover, member)).toBe(404)
    expect(await statusOf(app, album.albumCover, admin)).toBe(200)
  })

  test('members without a key get the date alone', async () => {
    const app = await startApp()
    const { opensAt } = await closed(app, await app.signIn({ isAdmin: true }))
    const keyless = await app.signIn({ hasKey: false })
    expect((await keyless.call(contract.listPremieres, {})).premieres).toEqual([{ opensAt }])
  })

  test('admins open, edit and hear the album, and members do not', async () => {
    const app = await startApp()
    const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
    const { file, albumId } = await closed(app, admin)
    const stream = urlOf(streamTrack, { params: { file } })
    expect(await statusOf(app, stream, admin)).toBe(200)
    expect(await statusOf(app, stream, member)).toBe(404)
    await admin.call(updateAlbum, { params: { albumTitel: TITLE }, body: { albumTitel: 'Dritte Halbzeit' } })
    const { album } = await admin.call(getAlbum, { params: { albumTitel: albumId } })
    expect(album.albumTitel).toBe('Dritte Halbzeit')
    for (const albumTitel of [albumId, TITLE, 'Dritte Halbzeit'])
      expect((await member.refusal(getAlbum, { params: { albumTitel } })).status).toBe(404)
    const list = await member.call(listAlbums, { query: {} })
    expect([list.albums, list.total, list.counts.album]).toEqual([[], 0, 0])
  })

  test('what an admin plays and shares of it reaches no one else', async () => {
    const app = await startApp()
    const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
    const { trackId, albumId } = await closed(app, admin)
    const sockets = { admin: openSocket(app, admin), member: openSocket(app, member) }
    await Promise.all([sockets.admin.ready(), sockets.member.ready()])
    sockets.admin.send({ type: 'userStatus', isPlaying: true, currentTrack: { id: trackId } })
    await sockets.admin.handled()
    expect((await admin.refusal(recordPlay, { body: { track_id: trackId } })).status).toBe(404)
    for (const card of [
      { kind: 'track', id: trackId },
      { kind: 'album', id: albumId },
      { kind: 'moment', id: trackId, second: 1 },
    ] as const)
      expect((await admin.refusal(postMessage, { body: { message: 'hört', card } })).status).toBe(404)
    await member.call(postMessage, { body: { message: 'Fertig' } })
    await eventually(() => expect(sockets.member.all('chatMessage')).toHaveLength(1))
    const frames = JSON.stringify(sockets.member.got)
    for (const mark of [trackId, 'Anpfiff', albumId]) expect(frames).not.toContain(mark)
  })

  test('no card about the upload is posted to the room', async () => {
    const app = await startApp()
    await closed(app, await app.signIn({ isAdmin: true }))
    expect(await app.services.db.selectFrom('pendingUploads').selectAll().execute()).toEqual([])
  })
})

describe('at the minute', () => {
  test('the next call of any process reads it as open, whatever was cached', async () => {
    const hub = memoryHub()
    const app = await startApp({}, { hub })
    const beside = await startApp({}, { beside: app, hub })
    const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
    const there = async () => {
      const response = await beside.fetch(urlOf(listAlbums), {
        headers: { authorization: `Bearer ${member.token}` },
      })
      return (await response.text()).includes('Anpfiff')
    }
    const { file } = await closed(app, admin)
    const stream = urlOf(streamTrack, { params: { file } })
    expect([await there(), await statusOf(app, stream, member)]).toEqual([false, 404])
    beside.passTime(HOUR_MS)
    expect(await there()).toBe(true)
    expect(await statusOf(app, stream, member)).toBe(200)
  })

  test('open connections are informed without any call', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const socket = openSocket(app, await app.signIn())
    await socket.ready()
    await closed(app, admin)
    const { db, events } = app.services
    await db
      .updateTable('premieres')
      .set({ opensAt: inHours(app, -1) })
      .execute()
    events.emit('archiveChanged', {})
    const isOpen = async () => (await db.selectFrom('openAlbums').select('id').execute()).length === 1
    await eventually(async () => expect(await isOpen()).toBe(true))
    await eventually(() => expect(socket.all('premieresChanged').length).toBeGreaterThan(0))
  })
})

describe('a premiere', () => {
  test('cannot be in the past, and an open album gets none', async () => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    await addByForm(admin, { albumTitel: 'Offen' })
    await closed(app, admin)
    const set = async (albumTitel: string, opensAt: string) =>
      (
        await admin.refusal(contract.setAlbumPremiere, {
          params: { albumTitel },
          body: { opensAt, isCovered: true },
        })
      ).body.code
    expect(await set(TITLE, inHours(app, -1))).toBe('PREMIERE_IN_PAST')
    expect(await set('Offen', inHours(app, 1))).toBe('ALBUM_IS_OPEN')
    expect(await set('Weg', inHours(app, 1))).toBe('NOT_FOUND')
    const form = { albumTitel: 'Neu', premiere: { opensAt: inHours(app, -1), isCovered: true } }
    await expect(addByForm(admin, form)).rejects.toThrow('PREMIERE_IN_PAST')
    expect((await admin.call(listAlbums, { query: {} })).total).toBe(1)
  })

  test('informs those who have asked when it is moved, called off and begins', async () => {
    const app = await startApp()
    const [admin, member, other] = [
      await app.signIn({ isAdmin: true }),
      await app.signIn(),
      await app.signIn(),
    ]
    const { albumId } = await closed(app, admin)
    const params = { albumId }
    const notices = async (who = member) => (await who.call(contract.listPremieres, {})).notices
    await member.call(contract.remindOfPremiere, { params })
    await member.call(contract.remindOfPremiere, { params })
    const { premieres } = await member.call(contract.listPremieres, {})
    expect(premieres[0]?.album?.isReminded).toBe(true)
    expect(await notices()).toEqual([])

    const move = async (hours: number) => {
      const opensAt = inHours(app, hours)
      const { premiere } = await admin.call(contract.setAlbumPremiere, {
        params: { albumTitel: TITLE },
        body: { opensAt, isCovered: true },
      })
      expect(premiere).toEqual({ opensAt, isCovered: true, isOpen: false, isAnnounced: false, reminders: 1 })
      return opensAt
    }
    const opensAt = await move(2)
    expect(await notices()).toEqual([{ albumId, title: TITLE, kind: 'moved', opensAt }])
    expect(await notices(other)).toEqual([])
    await member.call(contract.closePremiereNotice, { params })
    expect(await notices()).toEqual([])

    await admin.call(contract.cancelAlbumPremiere, { params: { albumTitel: TITLE } })
    expect(
      (await admin.refusal(contract.cancelAlbumPremiere, { params: { albumTitel: TITLE } })).body.code,
    ).toBe('NO_PREMIERE')
    expect(await notices()).toEqual([{ albumId, title: TITLE, kind: 'cancelled', opensAt: null }])
    expect((await member.call(contract.listPremieres, {})).premieres).toEqual([])
    expect((await other.refusal(contract.remindOfPremiere, { params })).status).toBe(404)

    const again = await move(1)
    app.passTime(HOUR_MS)
    expect(await notices()).toEqual([{ albumId, title: TITLE, kind: 'open', opensAt: again }])
    await member.call(contract.closePremiereNotice, { params })
    expect(await notices()).toEqual([])
  })

  test('that was called off leaves the album to admins, who can open it', async () => {
    const app = await startApp()
    const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
    const { album } = await closed(app, admin, { isCovered: false })
    const params = { albumTitel: TITLE }
    await admin.call(contract.cancelAlbumPremiere, { params })
    app.passTime(2 * HOUR_MS)
    expect((await member.refusal(getAlbum, { params })).status).toBe(404)
    expect(await statusOf(app, album.albumCover, member)).toBe(404)
    await admin.call(contract.openAlbumNow, { params })
    expect((await member.call(getAlbum, { params })).album.albumTitel).toBe(TITLE)
    expect((await admin.refusal(contract.openAlbumNow, { params })).body.code).toBe('NO_PREMIERE')
    const { acts } = await admin.call(listAuditEvents, { query: {} })
    expect(acts.map(({ text }) => text).slice(0, 3)).toEqual([
      `Album „${TITLE}“ ohne Premiere veröffentlicht`,
      `Premiere von Album „${TITLE}“ abgesagt`,
      expect.stringMatching(/^Premiere von Album „Zweite Halbzeit“ für \d/),
    ])
  })

  test('and its reminders are removed with the album, and reminders are exported', async () => {
    const app = await startApp()
    const [admin, member] = [await app.signIn({ isAdmin: true }), await app.signIn()]
    const { albumId } = await closed(app, admin)
    await member.call(contract.remindOfPremiere, { params: { albumId } })
    const exported = await app.fetch('/api/user/export', {
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(await exported.text()).toContain(albumId)
    await admin.call(deleteAlbum, { params: { albumTitel: TITLE } })
    const { db } = app.services
    expect(await db.selectFrom('premieres').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('premiereReminders').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('archiveState').select('playableTracks').execute()).toEqual([
      { playableTracks: 0 },
    ])
    expect(await db.selectFrom('albumTotals').select('albums').where('albums', '<>', 0).execute()).toEqual([])
  })
})
