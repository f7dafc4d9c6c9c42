import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { tooLarge } from '@tonarchiv/contract/refusal'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

/** Two albums that share a title, with an entry for a track that is missing. */
async function archive() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const add = async (albumTitel: string, titles: string[]) =>
    addSampleAlbum(admin, {
      albumTitel,
      tracks: [...titles.map((title) => ({ title, sample: 'cbr.mp3' })), { title: 'Leerstelle' }],
    })
  const home = await add('Heimspiel', ['Anpfiff', 'Größe zählt', 'Flutlicht, "Live"'])
  const away = await add('Auswärts', ['Anpfiff', 'Standspur'])
  return { app, admin, home, away, mara: await app.signIn() }
}

function formOf(content: string | Uint8Array<ArrayBuffer>, title?: string): FormData {
  const form = new FormData()
  if (title !== undefined) form.set('title', title)
  form.set('file', new Blob([content]), 'liste.m3u')
  return form
}

const importText = async (caller: Caller, content: string | Uint8Array<ArrayBuffer>, title?: string) =>
  caller.call(playlistFiles.importPlaylist, { form: formOf(content, title) })

async function tracksOf(caller: Caller, id: string | undefined) {
  const { entries } = await caller.call(playlistEntries.getPlaylist, { params: { id: id ?? '' } })
  return entries.map(({ album, title }) => `${album}: ${title}`)
}

async function exported(app: TestApp, { token }: Caller, id: string, format: playlistFiles.PlaylistFormat) {
  const path = urlOf(playlistFiles.exportPlaylist, { params: { id }, query: { format } })
  return app.fetch(path, { headers: { authorization: `Bearer ${token}` } })
}

test('a playlist is exported as M3U8 and JSPF, with a safe name, links and everything that names a track', async () => {
  const { app, mara, home } = await archive()
  const [kickOff, size] = home.tracks.map(({ id }) => id)
  const body = { title: 'Nacht/Fahrt: "Süß"', description: 'Leise.', trackIds: [kickOff ?? '', size ?? ''] }
  const { playlist } = await mara.call(contract.createPlaylist, { body })
  const seconds = playlist.duration / 2
  const link = (id: string | undefined) => `${app.services.config.publicUrl}/archive?track=${id}`

  const m3u = await exported(app, mara, playlist.id, 'm3u8')
  expect(m3u.headers.get('content-disposition')).toBe(
    `attachment; filename="Nacht_Fahrt_ _Suss_.m3u8"; filename*=UTF-8''Nacht_Fahrt_%20_S%C3%BC%C3%9F_.m3u8`,
  )
  expect(m3u.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect((await m3u.text()).split('\n')).toEqual([
    '#EXTM3U',
    '#EXTENC:UTF-8',
    '#PLAYLIST:Nacht/Fahrt: "Süß"',
    `#EXTINF:${Math.round(seconds)},Heimspiel - Anpfiff`,
    '#EXTALB:Heimspiel',
    link(kickOff),
    `#EXTINF:${Math.round(seconds)},Heimspiel - Größe zählt`,
    '#EXTALB:Heimspiel',
    link(size),
    '',
  ])

  const jspf = await exported(app, mara, playlist.id, 'jspf')
  expect(jspf.headers.get('content-disposition')).toContain('Nacht_Fahrt_ _Suss_.jspf')
  const named = (title: string, id: string | undefined) => ({
    title,
    creator: 'Heimspiel',
    album: 'Heimspiel',
    duration: Math.round(seconds * 1000),
    location: [link(id)],
    identifier: [link(id)],
  })
  expect(await jspf.json()).toEqual({
    playlist: {
      title: 'Nacht/Fahrt: "Süß"',
      annotation: 'Leise.',
      track: [named('Anpfiff', kickOff), named('Größe zählt', size)],
    },
  })
})

test.each(['m3u8', 'jspf'] as const)(
  'a playlist that is exported as %s and imported again has the same tracks, whatever they are called by then',
  async (format) => {
    const { app, admin, mara, home, away } = await archive()
    const ids = [...away.tracks, ...home.tracks].flatMap(({ id, file }) => (file === undefined ? [] : id))
    const trackIds = [...ids, ...ids.slice(0, 2)]
    const body = { title: 'Rundlauf', trackIds }
    const { playlist } = await mara.call(contract.createPlaylist, { body })
    const file = await (await exported(app, mara, playlist.id, format)).text()
    await admin.call(updateAlbum, {
      params: { albumTitel: 'Heimspiel' },
      body: { tracks: home.tracks.map(({ id }, index) => ({ id, title: `Anders ${index}` })) },
    })
    const imported = await importText(mara, file)
    expect(imported).toMatchObject({
      playlist: { title: 'Rundlauf', role: 'owner', visibility: 'private' },
      entryCount: trackIds.length,
      unmatched: [],
    })
    const { entries } = await mara.call(playlistEntries.getPlaylist, {
      params: { id: imported.playlist?.id ?? '' },
    })
    expect(entries.map(({ track }) => track?.id)).toEqual(trackIds)
  },
)

test('entries are found by link, by artist, title and album, and by the name of their file', async () => {
  const { mara, home } = await archive()
  const copied = `https://alter-name.example/archive?track=${home.tracks[1]?.file}`
  const lines = [
    copied,
    '#EXTINF:1,Auswaerts - Anpfiff',
    'x.mp3',
    '#EXTINF:1,HEIMSPIEL - Groesse zaehlt',
    'y.mp3',
    'heimspiel - anpfiff.ogg',
    '02 Standspur.flac',
    String.raw`D:\Musik\Heimspiel\03 flutlicht live.mp3`,
    'Irgendwer/Auswärts/01 Anpfiff.mp3',
  ]
  const { playlist, entryCount, unmatched } = await importText(mara, lines.join('\n'), 'Von Hand')
  expect(unmatched).toEqual([])
  expect(entryCount).toBe(7)
  expect(playlist?.title).toBe('Von Hand')
  expect(await tracksOf(mara, playlist?.id)).toEqual([
    'Heimspiel: Größe zählt',
    'Auswärts: Anpfiff',
    'Heimspiel: Größe zählt',
    'Heimspiel: Anpfiff',
    'Auswärts: Standspur',
    'Heimspiel: Flutlicht, "Live"',
    'Auswärts: Anpfiff',
  ])
})

test('an entry is found by the title that a track has today', async () => {
  const { admin, mara, away } = await archive()
  const body = {
    tracks: away.tracks.map(({ id, title }) => ({ id, title: title === 'Standspur' ? 'Spür’ Rand' : title })),
  }
  await admin.call(updateAlbum, { params: { albumTitel: 'Auswärts' }, body })
  const { playlist, unmatched } = await importText(mara, 'Standspur.mp3\nspuer rand.mp3')
  expect(await tracksOf(mara, playlist?.id)).toEqual(['Auswärts: Spür’ Rand'])
  expect(unmatched).toEqual([{ line: 1, text: 'Standspur.mp3' }])
})

test('entries without a match are listed with line and text; without any match no playlist is created', async () => {
  const { mara } = await archive()
  const lines = [
    '#EXTM3U',
    'Standspur.mp3',
    'Brandt, Kolja - Standspur (Live).mp3',
    '../../../../etc/passwd',
    // Not found, because tracks of two albums have this title.
    'Anpfiff.mp3',
    // Not found, because this track has no file.
    'Leerstelle.mp3',
    '/etc/hosts',
  ]
  const unmatched = [3, 4, 5, 6, 7].map((line) => ({ line, text: lines[line - 1] }))
  const some = await importText(mara, lines.join('\r\n'))
  expect(some).toMatchObject({
    playlist: { title: 'Importierte Playlist', entryCount: 1 },
    entryCount: 6,
    unmatched,
  })
  const before = (await mara.call(contract.listPlaylists, {})).playlists
  const none = await importText(mara, lines.slice(2).join('\n'))
  expect(none).toMatchObject({ playlist: null, entryCount: 5, unmatched: { length: 5 } })
  expect((await mara.call(contract.listPlaylists, {})).playlists).toEqual(before)
})

test('a file in Latin-1 is understood', async () => {
  const { mara } = await archive()
  const { playlist } = await importText(mara, new Uint8Array(Buffer.from('Größe zählt.mp3', 'latin1')))
  expect(await tracksOf(mara, playlist?.id)).toEqual(['Heimspiel: Größe zählt'])
})

test('10,000 entries are imported; more, larger files, binary files and broken titles are refused', async () => {
  const { mara } = await archive()
  const full = await importText(mara, 'Standspur.mp3\n'.repeat(contract.ENTRIES_MAX))
  expect(full).toMatchObject({ playlist: { entryCount: contract.ENTRIES_MAX }, unmatched: [] })
  const refused = async (form: FormData) => {
    const { status, body } = await mara.refusal(playlistFiles.importPlaylist, { form })
    return { status, code: body.code }
  }
  const { code: tooLong } = playlistFiles.playlistFileTooLong
  const { code: noPlaylist } = playlistFiles.notAPlaylistFile
  const most = playlistFiles.PLAYLIST_FILE_MAX_BYTES
  expect(await refused(formOf('Standspur.mp3\n'.repeat(contract.ENTRIES_MAX + 1)))).toMatchObject({
    code: tooLong,
  })
  expect(await refused(formOf('a'.repeat(most + 1)))).toMatchObject({ status: 413, code: tooLarge.code })
  expect(await refused(formOf('a'.repeat(2 * most)))).toMatchObject({ status: 413, code: tooLarge.code })
  expect(await refused(formOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])))).toMatchObject({
    status: 400,
    code: noPlaylist,
  })
  expect(await refused(formOf(`{"playlist":{"track":${'['.repeat(100_000)}`))).toMatchObject({
    code: noPlaylist,
  })
  expect(await refused(formOf('Standspur.mp3', 'x'.repeat(101)))).toMatchObject({ status: 400 })
  expect(await refused(new FormData())).toMatchObject({ status: 400, code: noPlaylist })
  expect((await mara.call(contract.listPlaylists, {})).playlists).toHaveLength(1)
})

test('the text of a file is bounded: a long title is cut, and so is a line without a match', async () => {
  const { mara } = await archive()
  const title = 'ä'.repeat(150)
  const { playlist, unmatched } = await importText(
    mara,
    `#PLAYLIST:${title}\nStandspur.mp3\n${'x'.repeat(100_000)}.mp3`,
  )
  expect(playlist?.title).toBe('ä'.repeat(contract.PLAYLIST_TITLE_MAX))
  expect(unmatched).toEqual([{ line: 3, text: 'x'.repeat(300) }])
})

test('a playlist that is not visible cannot be exported, and imports count as new playlists', async () => {
  const { app, mara, home } = await archive()
  const body = { title: 'Privat', trackIds: [home.tracks[0]?.id ?? ''] }
  const { playlist } = await mara.call(contract.createPlaylist, { body })
  const other = await app.signIn()
  const call = { params: { id: playlist.id }, query: { format: 'm3u8' } }
  const { status, body: error } = await other.refusal(playlistFiles.exportPlaylist, call)
  expect([status, error.error]).toEqual([404, contract.playlistNotFound.text])
  const wrong = { params: { id: playlist.id }, query: { format: 'exe' } }
  expect(await mara.refusal(playlistFiles.exportPlaylist, wrong)).toMatchObject({ status: 400 })

  const limited = await startApp({ rateLimitFactor: 1 })
  const busy = await limited.signIn()
  for (let count = 0; count < 100; count += 1)
    await busy.call(contract.createPlaylist, { body: { title: `Playlist ${count}` } })
  expect(await busy.refusal(playlistFiles.importPlaylist, { form: formOf('a.mp3') })).toMatchObject({
    status: 429,
  })
})
