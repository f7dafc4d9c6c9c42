import { listAuditEvents } from '@tonarchiv/contract/admin'
import {
  albumChanged,
  getEditableAlbum,
  suggestArtists,
  updateAlbum,
} from '@tonarchiv/contract/archive-editing'
import { getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { addFavorite, countFavorites } from '@tonarchiv/contract/favorites'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import { notFound } from '@tonarchiv/contract/refusal'
import type { BodyOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

type Changes = BodyOf<typeof updateAlbum>

const NOTES = {
  notes: 'Aufgenommen im *Treppenhaus*.\n\n- eins\n- zwei',
  credits: [
    { role: 'Gesang, Gitarre', names: ['ada'] },
    { role: 'Schlagzeug', names: ['Bastian Groß', 'Bo'] },
  ],
  genres: ['Indie', 'Lo-Fi'],
  releasedOn: '2023-05-12',
  recordedOn: '2022-03',
  label: 'Kellertür Tonträger',
  source: 'DAT-Band, 2. Überspielung',
}

async function archiveWithAlbum() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addByForm(admin, { albumTitel: 'Weg', releaseJahr: 2020, artists: ['Ada'] })
  const params = { albumTitel: album.albumId }
  const change = async (body: Changes) => (await admin.call(updateAlbum, { params, body })).album
  const read = async () => (await admin.call(getLinerNotes, { params: { id: album.albumId } })).notes
  const refused = async (body: Changes) => (await admin.refusal(updateAlbum, { params, body })).body
  const texts = async () => (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)
  /** The values before and after the last change, as the activity log stores them. */
  const stored = async () => {
    const { db } = app.services
    const acts = await db.selectFrom('adminActs').select(['before', 'after']).orderBy('id', 'desc').execute()
    return acts.slice(0, 1).map((act) => ({
      before: JSON.parse(act.before ?? 'null') as unknown,
      after: JSON.parse(act.after ?? 'null') as unknown,
    }))
  }
  return { app, admin, album, change, read, refused, texts, stored }
}

test('liner notes are written and read, with links to artists of the archive', async () => {
  const { album, change, read, texts } = await archiveWithAlbum()
  expect(album.hasNotes).toBeUndefined()
  expect(await read()).toEqual({
    notes: '',
    credits: [],
    genres: [],
    releasedOn: '2020',
    recordedOn: null,
    label: '',
    source: '',
  })
  const { hasNotes, releaseJahr, artists } = await change(NOTES)
  expect([hasNotes, releaseJahr]).toEqual([true, 2023])
  expect(await read()).toEqual({
    ...NOTES,
    credits: [
      { role: 'Gesang, Gitarre', names: [{ name: 'ada', artistId: artists?.[0]?.id }] },
      { role: 'Schlagzeug', names: [{ name: 'Bastian Groß' }, { name: 'Bo' }] },
    ],
  })
  expect((await texts())[0]).toBe(
    'Album „Weg“: Jahr 2020 → 2023, Genre leer → „Indie, Lo-Fi“, erschienen 2020 → 12.05.2023, ' +
      'aufgenommen unbekannt → 03.2022, Label leer → „Kellertür Tonträger“, ' +
      'Quelle leer → „DAT-Band, 2. Überspielung“, Notizen leer → „Aufgenommen im *Treppenhaus*. - eins - zwei“, ' +
      'Mitwirkende leer → „Gesang, Gitarre: ada; Schlagzeug: Bastian Groß, Bo“',
  )
})

test('what is not given stays, and what is emptied is gone', async () => {
  const { change, read, texts, stored } = await archiveWithAlbum()
  await change(NOTES)
  await change({ label: 'Anderes' })
  expect(await read()).toMatchObject({ notes: NOTES.notes, genres: NOTES.genres, label: 'Anderes' })
  expect((await texts())[0]).toBe('Album „Weg“: Label „Kellertür Tonträger“ → „Anderes“')
  expect(await stored()).toMatchObject([{ before: { label: NOTES.label }, after: { label: 'Anderes' } }])
  const empty = { notes: '', credits: [], genres: [], recordedOn: null, label: '', source: '' }
  const { hasNotes } = await change({ ...empty, releasedOn: '2023' })
  expect(hasNotes).toBeUndefined()
  expect(await read()).toEqual({ ...empty, releasedOn: '2023' })
})

test('a date of release belongs to its year', async () => {
  const { change, read } = await archiveWithAlbum()
  await change({ releasedOn: '2023-05' })
  expect((await change({ releaseJahr: 2024 })).releaseJahr).toBe(2024)
  expect((await read()).releasedOn).toBe('2024')
  expect((await change({ releasedOn: null })).releaseJahr).toBe('unknown')
  expect((await read()).releasedOn).toBeNull()
})

test.each<[string, Changes, string]>([
  ['too long', { notes: 'x'.repeat(20_001) }, 'Die Notizen dürfen höchstens 20.000 Zeichen lang sein'],
  [
    'a day that does not exist',
    { releasedOn: '2023-02-30' },
    'Bitte gib ein Jahr, einen Monat oder einen Tag an: 2023, 05.2023 oder 12.05.2023',
  ],
  [
    'a role without names',
    { credits: [{ role: 'Bass', names: [] }] },
    'Zu jeder Rolle gehört mindestens ein Name',
  ],
  [
    'too many genres',
    { genres: Array.from({ length: 11 }, (_, index) => `G${index}`) },
    'Ein Album darf höchstens 10 Genres haben',
  ],
  ['control characters', { label: 'a\u0000b' }, 'Dieser Text enthält unzulässige Zeichen'],
])('%s is rejected, and nothing is changed', async (_name, changes, text) => {
  const { change, read, refused } = await archiveWithAlbum()
  await change(NOTES)
  const before = await read()
  expect(Object.values((await refused({ ...changes, albumTitel: 'Neu' })).fields ?? {})).toEqual([text])
  expect(await read()).toEqual(before)
})

test('the longest notes are stored whole, and markup stays text', async () => {
  const { change, read } = await archiveWithAlbum()
  const notes = `<script>alert(1)</script>${'ß'.repeat(20_000 - 25)}`
  await change({ notes })
  expect((await read()).notes).toBe(notes)
})

test('changes made from an older revision are rejected', async () => {
  const { app, album, change, refused } = await archiveWithAlbum()
  const { revision } = await app.services.db
    .selectFrom('albums')
    .select('revision')
    .where('id', '=', album.albumId)
    .executeTakeFirstOrThrow()
  await change({ label: 'Eins', seenRevision: revision })
  expect(await refused({ label: 'Zwei', seenRevision: revision })).toMatchObject({ code: albumChanged.code })
  await change({ label: 'Zwei', seenRevision: revision + 1 })
})

test('without a key an account learns nothing of liner notes, and an unknown album has none', async () => {
  const { app, admin, album, change } = await archiveWithAlbum()
  await change(NOTES)
  const member = await app.signIn({ hasKey: false })
  const answers = [
    await member.call(listAlbums, { query: {} }),
    await member.call(getAlbum, { params: { albumTitel: 'Weg' } }),
  ]
  expect(JSON.stringify(answers)).not.toMatch(/hasNotes|Indie|Keller/)
  expect((await member.refusal(getLinerNotes, { params: { id: album.albumId } })).status).toBe(403)
  expect((await admin.refusal(getLinerNotes, { params: { id: 'nichts' } })).body.error).toBe(notFound.text)
})

test('an album is read for editing with its revision, its files and the author of the last change', async () => {
  const { app, admin, album, change } = await archiveWithAlbum()
  const frieda = await app.signIn({ isAdmin: true, username: 'frieda' })
  const params = { albumTitel: album.albumId }
  await frieda.call(updateAlbum, { params: { albumTitel: album.albumId }, body: { label: 'Eins' } })
  const first = await admin.call(getEditableAlbum, { params })
  expect(first).toMatchObject({
    album: { albumId: album.albumId, artists: [{ name: 'Ada' }] },
    notes: { label: 'Eins', releasedOn: '2020' },
    files: [{ trackId: album.tracks[0]?.id, format: 'mp3' }],
    changed: { by: 'frieda' },
  })
  await change({ label: 'Zwei', seenRevision: first.revision })
  expect((await admin.call(getEditableAlbum, { params })).revision).toBe(first.revision + 1)
  expect((await admin.refusal(getEditableAlbum, { params: { albumTitel: 'nichts' } })).status).toBe(404)
})

test('artists are suggested by the beginnings of their words', async () => {
  const { admin, change } = await archiveWithAlbum()
  await change({ artists: ['Ada Öster', 'Die Östliche', '100 % Öl', 'Lia-Bo', 'Lia Zorn'] })
  const suggested = async (search: string) =>
    (await admin.call(suggestArtists, { query: { search } })).artists.map(({ name }) => name)
  // Sorted by sort name: "Östliche, Die".
  expect(await suggested('OST')).toEqual(['Ada Öster', 'Die Östliche'])
  // Sorted by code points: the space comes before the hyphen. Some collations of databases ignore both.
  expect(await suggested('lia')).toEqual(['Lia Zorn', 'Lia-Bo'])
  expect(await suggested('%')).toEqual(['100 % Öl'])
  expect(await suggested('\\')).toEqual([])
})

test('admins see how many favorites a track has', async () => {
  const { app, admin, album } = await archiveWithAlbum()
  const [track] = album.tracks
  for (const member of [await app.signIn(), await app.signIn()])
    await member.call(addFavorite, {
      body: { item_type: 'track', item_id: `/api/stream/${track?.file}` },
    })
  expect(await admin.call(countFavorites, { params: { id: track?.id ?? '' } })).toEqual({ count: 2 })
})
