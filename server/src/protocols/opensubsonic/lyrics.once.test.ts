import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { expect, test } from 'vitest'
import { startMusicApp } from '#testing/opensubsonic/music-app.ts'

const TIMED = [
  '[ar:Ada]',
  '[la:de]',
  '[offset:500]',
  '[00:01.50]<00:01.50>Über <00:02.00>Wellen<00:02.40>reiter <00:03.00>',
  '[00:10.50]Zweite Zeile <&"> 🎶',
  '[00:20.50]',
].join('\n')

async function startLyricsApp() {
  const music = await startMusicApp()
  const admin = await music.app.signIn({ isAdmin: true })
  const save = async (title: string, text: string) =>
    admin.call(saveLyrics, { params: { id: music.idOf(title) }, body: { text } })
  return { ...music, save }
}

test('lyrics with times are lines with their milliseconds, with those of words where an app wants them', async () => {
  const { client, idOf, save } = await startLyricsApp()
  await save('Aufbruch', TIMED)
  const id = idOf('Aufbruch')
  const lyrics = {
    lang: 'de',
    synced: true,
    offset: 0,
    displayArtist: 'Ada',
    displayTitle: 'Aufbruch',
    line: [
      { start: 1000, value: 'Über Wellenreiter' },
      { start: 10_000, value: 'Zweite Zeile <&"> 🎶' },
      { start: 20_000, value: '' },
    ],
  }
  expect((await client.call('getLyricsBySongId', { id }))['lyricsList']).toEqual({
    structuredLyrics: [lyrics],
  })
  const cue = [
    { start: 1000, end: 1500, byteStart: 0, byteEnd: 4, value: 'Über' },
    { start: 1500, end: 1900, byteStart: 6, byteEnd: 11, value: 'Wellen' },
    { start: 1900, byteStart: 12, byteEnd: 17, value: 'reiter' },
  ]
  const cueLine = [{ index: 0, start: 1000, end: 10_000, value: 'Über Wellenreiter', cue }]
  expect((await client.call('getLyricsBySongId', { id, enhanced: true }))['lyricsList']).toEqual({
    structuredLyrics: [{ ...lyrics, kind: 'main', cueLine }],
  })
})

test('plain lyrics have lines without times; a song without lyrics has none', async () => {
  const { client, idOf, save } = await startLyricsApp()
  await save('Hafen', 'Erste\n\nDritte')
  expect(await client.call('getLyricsBySongId', { id: `tr-${idOf('Hafen')}`, enhanced: true })).toMatchObject(
    {
      lyricsList: {
        structuredLyrics: [
          { lang: 'und', synced: false, line: [{ value: 'Erste' }, { value: '' }, { value: 'Dritte' }] },
        ],
      },
    },
  )
  const none = { lyricsList: { structuredLyrics: [] } }
  expect(await client.call('getLyricsBySongId', { id: idOf('Aufbruch') })).toMatchObject(none)
  await save('Hafen', '')
  expect(await client.call('getLyricsBySongId', { id: idOf('Hafen') })).toMatchObject(none)
  for (const id of ['nichts', idOf('Ada'), idOf('Nordlicht'), idOf('Stille [FEHLT]')])
    expect([id, await client.error('getLyricsBySongId', { id })]).toEqual([id, 70])
  expect(await client.error('getLyricsBySongId')).toBe(10)
  expect(await client.error('getLyricsBySongId', { id: idOf('Hafen'), enhanced: 'ja' })).toBe(0)
})

test('lyrics are found by title and artist, however they are spelt', async () => {
  const { client, save } = await startLyricsApp()
  await save('Hafen', '[00:01.00]Leinen los\n[00:02.00]Wir fahren')
  const found = { artist: 'Ada, Bo', title: 'Hafen', value: 'Leinen los\nWir fahren' }
  for (const artist of ['Ada, Bo', 'ADA  BO', 'Südwind', 'Suedwind', ''])
    expect([artist, (await client.call('getLyrics', { artist, title: 'hafen!' }))['lyrics']]).toEqual([
      artist,
      found,
    ])
  expect(await client.call('getLyrics', { title: 'Hafen' })).toMatchObject({ lyrics: found })
  for (const parameters of [
    { artist: 'Gast', title: 'Hafen' },
    { artist: 'Ada', title: 'Unbekannt' },
  ])
    expect((await client.call('getLyrics', parameters))['lyrics']).toEqual({ value: '' })
  expect((await client.call('getLyrics'))['lyrics']).toEqual({ value: '' })
  expect(await client.error('getLyrics', { title: 'x'.repeat(501) })).toBe(0)
})

test('lyrics are not for members without a key', async () => {
  const { app, idOf, save } = await startLyricsApp()
  await save('Hafen', 'Leinen los')
  const client = app.clientOf(await app.signIn({ hasKey: false }))
  expect(await client.error('getLyrics', { title: 'Hafen' })).toBe(50)
  expect(await client.error('getLyricsBySongId', { id: idOf('Hafen') })).toBe(50)
})

test('captions and playlists of segments do not exist', async () => {
  const { client, idOf } = await startLyricsApp()
  for (const name of ['getCaptions', 'hls', 'hls.m3u8']) {
    const answer = await client.fetch(name, { id: idOf('Hafen') })
    expect([name, answer.status, await answer.text()]).toEqual([
      name,
      200,
      expect.stringContaining('code="70"'),
    ])
  }
})
