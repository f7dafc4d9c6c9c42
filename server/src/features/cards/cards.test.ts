import { changeUser } from '@tonarchiv/contract/admin'
import { type Card, CARDS_MAX, resolveCards } from '@tonarchiv/contract/cards'
import { createPlaylist, updatePlaylist } from '@tonarchiv/contract/playlists'
import { WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'
import { expect, test } from 'vitest'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { type Call, startApp, type TestApp } from '#testing/start-app.ts'

const resolved = async (member: { call: Call }, ...cards: Card[]) =>
  (await member.call(resolveCards, { body: { cards } })).cards

/** An archive with one album, one video, and a playlist that all members may see. */
async function archive() {
  const app = await startApp()
  const [album] = await addPlayableAlbums(app, [
    { title: 'Nordlicht Süd', artists: ['Mila'], tracks: ['Nachts über die Brücke', '[FEHLT] Lichtung'] },
  ])
  const mara = await app.signIn({ username: 'mara' })
  const [track, missing] = album?.tracks ?? []
  if (!album || !track || !missing) throw new Error('The album has no tracks')
  const { playlist } = await mara.call(createPlaylist, {
    body: { title: 'Für die letzte Bahn', visibility: 'members', trackIds: [track.id] },
  })
  await addVideo(app)
  return { app, mara, album, track, missing, playlist }
}

async function addVideo({ services }: TestApp) {
  await services.db
    .insertInto('videos')
    .values({
      id: 'v1',
      title: 'Gespräch am Hafen',
      description: '',
      uploadDate: '2023-03-05',
      fileName: 'v1.mp4',
      storageName: 'v1.mp4',
      format: 'mp4',
      sizeBytes: 1,
      durationSeconds: 2477,
      width: 640,
      height: 360,
      posterTries: 0,
      createdAt: '2024-11-12T00:00:00.000Z',
    })
    .execute()
}

test('cards are resolved in their order, each with what plays it', async () => {
  const { mara, album, track, missing, playlist } = await archive()
  const cards = await resolved(
    mara,
    { kind: 'video', id: 'v1' },
    { kind: 'moment', id: track.id, second: 83 },
    { kind: 'album', id: album.id },
    { kind: 'playlist', id: playlist.id },
    { kind: 'track', id: missing.id },
    { kind: 'track', id: track.id },
  )
  const shownTrack = {
    id: track.id,
    title: 'Nachts über die Brücke',
    artist: 'Mila',
    album: 'Nordlicht Süd',
    albumId: album.id,
    duration: 180,
  }
  expect(cards).toMatchObject([
    { state: 'shown', video: { id: 'v1', title: 'Gespräch am Hafen', uploadDate: '2023-03-05' } },
    { state: 'shown', track: shownTrack },
    { state: 'shown', album: { title: 'Nordlicht Süd', artist: 'Mila', trackCount: 2, duration: 360 } },
    {
      state: 'shown',
      playlist: { title: 'Für die letzte Bahn', owner: { username: 'mara' }, entryCount: 1 },
    },
    { state: 'shown', track: { title: '[FEHLT] Lichtung' } },
    { state: 'shown', track: shownTrack },
  ])
  expect(cards[1]?.track?.file).toEqual(expect.any(String))
  expect(cards[4]?.track).not.toHaveProperty('file')
})

test('the waveform of a card is that of the file that plays', async () => {
  const { app, mara, track } = await archive()
  const peaks = Buffer.alloc(WAVEFORM_PEAKS).fill(10)
  peaks[WAVEFORM_PEAKS - 1] = 255
  const stored = await app.services.db
    .selectFrom('tracks')
    .select('storageName')
    .where('id', '=', track.id)
    .executeTakeFirstOrThrow()
  const sound = { trackId: track.id, tries: 0, analyser: 1, state: 'measured' as const }
  await app.services.db
    .insertInto('trackSounds')
    .values([
      { ...sound, storedFile: 'former', waveform: Buffer.alloc(WAVEFORM_PEAKS).fill(99).toString('base64') },
      { ...sound, storedFile: stored.storageName ?? '', waveform: peaks.toString('base64') },
    ])
    .execute()
  const [card] = await resolved(mara, { kind: 'track', id: track.id })
  expect(card?.peaks).toEqual([...Array.from({ length: 59 }, () => 10), 255])
})

test('a member without a key sees locks, and not even whether something exists', async () => {
  const { app, album, track, playlist } = await archive()
  const guest = await app.signIn({ hasKey: false })
  const answers = await resolved(
    guest,
    { kind: 'track', id: track.id },
    { kind: 'moment', id: track.id, second: 1 },
    { kind: 'album', id: album.id },
    { kind: 'playlist', id: playlist.id },
    { kind: 'video', id: 'v1' },
    { kind: 'track', id: 'unknown' },
    { kind: 'playlist', id: 'unknown' },
  )
  expect(answers).toEqual(answers.map(() => ({ state: 'locked' })))
})

test('a withdrawn key locks the cards that were open before, and own playlists stay open', async () => {
  const { app, mara, track, playlist } = await archive()
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
  const [locked, own] = await resolved(
    mara,
    { kind: 'track', id: track.id },
    { kind: 'playlist', id: playlist.id },
  )
  expect(locked).toEqual({ state: 'locked' })
  expect(own).toMatchObject({ state: 'shown', playlist: { title: 'Für die letzte Bahn', covers: [] } })
})

test('a private playlist reads like one that does not exist', async () => {
  const { app, mara, playlist } = await archive()
  const tom = await app.signIn()
  const seen = async () => resolved(tom, { kind: 'playlist', id: playlist.id })
  expect(await seen()).toMatchObject([{ state: 'shown' }])
  await mara.call(updatePlaylist, { params: { id: playlist.id }, body: { visibility: 'private' } })
  expect(await seen()).toEqual([{ state: 'hidden' }])
  expect(await resolved(tom, { kind: 'playlist', id: 'unknown' })).toEqual([{ state: 'hidden' }])
})

test('what is not in the archive, or of another kind, is gone', async () => {
  const { mara, album, track, playlist } = await archive()
  const cards = await resolved(
    mara,
    { kind: 'track', id: album.id },
    { kind: 'album', id: track.id },
    { kind: 'video', id: playlist.id },
    { kind: 'moment', id: 'unknown', second: 3 },
    { kind: 'playlist', id: 'v1' },
  )
  expect(cards.map(({ state }) => state)).toEqual(['gone', 'gone', 'gone', 'gone', 'hidden'])
})

test.each([
  ['none', []],
  ['too many', Array.from({ length: CARDS_MAX + 1 }, () => ({ kind: 'track', id: 'a' }))],
  ['an unknown kind', [{ kind: 'person', id: 'a' }]],
  ['no id', [{ kind: 'track', id: '' }]],
  ['a moment without a second', [{ kind: 'moment', id: 'a' }]],
  ['an album with a second', [{ kind: 'album', id: 'a', second: 3 }]],
  ['a negative second', [{ kind: 'moment', id: 'a', second: -1 }]],
  ['half a second', [{ kind: 'moment', id: 'a', second: 0.5 }]],
  ['a second beyond every column', [{ kind: 'moment', id: 'a', second: 2 ** 31 }]],
])('a call with %s is refused', async (_name, cards) => {
  const app = await startApp()
  const member = await app.signIn()
  expect((await member.refusal(resolveCards, { body: { cards } })).body.code).toBe('VALIDATION')
})
