import { renameDevice } from '@tonarchiv/contract/auth'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import {
  getPlayState,
  QUEUE_MAX,
  savePlayPosition,
  savePlayState,
  type SavedPlayState,
} from '@tonarchiv/contract/play-state'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithTracks() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const tracks = [
    { title: 'Abfahrt', sample: 'cbr.mp3' },
    { title: 'Verschollen' },
    { title: 'Rücklichter', sample: 'opus.opus' },
  ]
  const album = await addSampleAlbum(admin, { albumTitel: 'Nordlicht Süd', tracks })
  const [first, missing, last] = album.tracks.map(({ id }) => id)
  if (first === undefined || missing === undefined || last === undefined)
    throw new Error('The album has three tracks')
  const other = await addSampleAlbum(admin, {
    albumTitel: 'Flüchtig',
    tracks: [{ title: 'Weg', sample: 'vbr-with-xing.mp3' }],
  })
  return { app, admin, mara: await app.signIn(), first, missing, last, gone: other.tracks[0]?.id ?? '' }
}

const playing = (more: Partial<SavedPlayState>): SavedPlayState => ({
  list: [],
  queued: [],
  in_between: null,
  order: null,
  position: 0,
  source: { title: 'Nordlicht Süd', path: '/archive?album=Nordlicht+S%C3%BCd' },
  repeat: 'off',
  shuffled: false,
  position_seconds: 84,
  ...more,
})

const titlesOf = (tracks: readonly { title: string }[] | undefined) => tracks?.map(({ title }) => title)

test('a queue comes back on another device as it was saved, with second, device and source', async () => {
  const { app, mara, first, missing, last } = await archiveWithTracks()
  expect(await mara.call(getPlayState, {})).toEqual({ revision: 0, state: null })
  const state = playing({
    list: [first, missing, last],
    order: [2, 0, 1],
    position: 1,
    queued: [{ key: 'a-1', track_id: last }],
    repeat: 'all',
    shuffled: true,
  })
  await mara.call(renameDevice, { params: { id: mara.sessionId }, body: { name: 'Küche' } })
  expect(await mara.call(savePlayState, { body: { revision: 0, state } })).toEqual({
    revision: 1,
    dropped: 0,
  })
  const phone = await app.anotherSession(mara)
  const read = await phone.call(getPlayState, {})
  expect(read.revision).toBe(1)
  expect(read.state).toMatchObject({
    order: [2, 0, 1],
    position: 1,
    position_seconds: 84,
    source: state.source,
    repeat: 'all',
    shuffled: true,
    in_between: null,
    is_current_gone: false,
    dropped: 0,
    device: 'Küche',
  })
  expect(titlesOf(read.state?.list)).toEqual(['Abfahrt', 'Verschollen', 'Rücklichter'])
  expect(read.state?.queued).toMatchObject([{ key: 'a-1', track: { id: last, title: 'Rücklichter' } }])
  // A track that cannot be played has no file in the response.
  expect(read.state?.list.map(({ file }) => file !== undefined)).toEqual([true, false, true])
})

test('the position is saved by itself, and only for the queue that the device knows', async () => {
  const { mara, first } = await archiveWithTracks()
  const body = { revision: 0, position_seconds: 10 }
  expect((await mara.refusal(savePlayPosition, { body })).status).toBe(409)
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list: [first] }) } })
  await mara.call(savePlayPosition, { body: { revision: 1, position_seconds: 99.5 } })
  expect((await mara.call(getPlayState, {})).state?.position_seconds).toBe(99.5)
  const refused = await mara.refusal(savePlayPosition, { body: { revision: 2, position_seconds: 5 } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'PLAY_STATE_CHANGED' } })
  expect((await mara.call(getPlayState, {})).state?.position_seconds).toBe(99.5)
})

test('of twenty devices that save at once one wins, and the others are refused', async () => {
  const { mara, first, last } = await archiveWithTracks()
  for (const revision of [0, 1]) {
    const saves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        mara.call(savePlayState, {
          body: { revision, state: playing({ list: [index % 2 === 0 ? first : last] }) },
        }),
      ),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await mara.call(getPlayState, {})).revision).toBe(revision + 1)
  }
})

test('tracks that do not exist are left out, and all others stay in their order', async () => {
  const { mara, first, last } = await archiveWithTracks()
  const state = playing({
    list: ['erfunden', first, 'auch-erfunden', last],
    order: [3, 2, 1, 0],
    position: 2,
    shuffled: true,
    queued: [
      { key: 'x', track_id: 'nie-da' },
      { key: 'y', track_id: last },
    ],
  })
  expect((await mara.call(savePlayState, { body: { revision: 0, state } })).dropped).toBe(3)
  const read = (await mara.call(getPlayState, {})).state
  expect(titlesOf(read?.list)).toEqual(['Abfahrt', 'Rücklichter'])
  expect(read).toMatchObject({ order: [1, 0], position: 1, position_seconds: 84, is_current_gone: false })
  expect(read?.queued.map(({ key }) => key)).toEqual(['y'])
})

test('a current track that was deleted meanwhile, or has no file, leaves its turn to the next one', async () => {
  const { admin, mara, first, missing, last, gone } = await archiveWithTracks()
  const list = [first, gone, last]
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list, position: 1 }) } })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Flüchtig' } })
  const read = (await mara.call(getPlayState, {})).state
  expect(read).toMatchObject({ position: 0, position_seconds: 0, is_current_gone: true, dropped: 1 })
  expect(titlesOf(read?.list)).toEqual(['Abfahrt', 'Rücklichter'])

  const locked = playing({ list: [first, missing, last], position: 1 })
  await mara.call(savePlayState, { body: { revision: 1, state: locked } })
  expect((await mara.call(getPlayState, {})).state).toMatchObject({ position: 1, is_current_gone: true })

  await mara.call(savePlayState, {
    body: { revision: 2, state: playing({ list: [first], in_between: last }) },
  })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Nordlicht Süd' } })
  expect(await mara.call(getPlayState, {})).toEqual({ revision: 3, state: null })
})

test('a cleared state is nothing to go on with, and its revision goes on', async () => {
  const { mara, first } = await archiveWithTracks()
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list: [first] }) } })
  await mara.call(savePlayState, { body: { revision: 1, state: null } })
  expect(await mara.call(getPlayState, {})).toEqual({ revision: 2, state: null })
})

test('each account has its own', async () => {
  const { app, mara, first } = await archiveWithTracks()
  const tom = await app.signIn()
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list: [first] }) } })
  expect(await tom.call(getPlayState, {})).toEqual({ revision: 0, state: null })
})

test('a queue has at most 5,000 entries, each in the order once, and a source inside the archive', async () => {
  const { mara, first } = await archiveWithTracks()
  const refusalOf = async (more: Partial<SavedPlayState>) =>
    mara.refusal(savePlayState, { body: { revision: 0, state: playing(more) } })
  const full = Array.from({ length: QUEUE_MAX }, () => first)
  const oneMore = await refusalOf({ list: full, queued: [{ key: 'a', track_id: first }] })
  expect(oneMore.status).toBe(400)
  expect(JSON.stringify(oneMore.body)).toContain('Eine Warteschlange hat höchstens 5000 Titel')
  for (const wrong of [
    { list: [first], order: [0, 0] },
    { list: [first, first], order: [0, 0] },
    { list: [first], order: [1] },
    { list: [first], position: 1 },
    { list: [first], source: { title: 'Fremd', path: '//evil.example' } },
    { list: [first], source: { title: 'Fremd', path: 'https://evil.example' } },
    { list: [first], queued: [{ key: 'a b', track_id: first }] },
    { list: [first], position_seconds: -1 },
  ])
    expect((await refusalOf(wrong)).status, JSON.stringify(wrong)).toBe(400)
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list: full, position: 4999 }) } })
  expect((await mara.call(getPlayState, {})).state?.list).toHaveLength(QUEUE_MAX)
})

test('a queue comes back with the artists of its tracks, and with what needs conversion', async () => {
  const { admin, mara } = await archiveWithTracks()
  const tracks = ['Süß', { title: 'Herb', file: 'lossless.m4a' }]
  const album = await addByForm(admin, { albumTitel: 'Größe', artists: ['Bo', 'Ada'], tracks })
  const list = album.tracks.map(({ id }) => id)
  await mara.call(savePlayState, { body: { revision: 0, state: playing({ list, in_between: list[1] }) } })
  const { state } = await mara.call(getPlayState, {})
  const shown = { artist: 'Bo, Ada', album: 'Größe' }
  const needsConversion = true
  expect(state?.list).toEqual([
    { ...shown, id: list[0], title: 'Süß', ...rest(state?.list[0]) },
    { ...shown, id: list[1], title: 'Herb', needsConversion, ...rest(state?.list[1]) },
  ])
  expect(state?.in_between).toMatchObject({ ...shown, needsConversion })
})

/** The fields that this test does not compare. */
function rest(track: { file?: string | undefined; coverUrl: string; duration: number } | undefined) {
  const { file, coverUrl, duration } = track ?? { file: '', coverUrl: '', duration: 0 }
  return { file, coverUrl, duration, exclusive: false }
}
