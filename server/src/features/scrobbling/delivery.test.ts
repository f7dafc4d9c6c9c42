import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { getScrobbling, getSession, pauseScrobbling, scrobble } from '@tonarchiv/contract/scrobbling'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  connectByToken,
  connectLastfm,
  passPause,
  play,
  startListening,
  startScrobblingApp,
} from '#testing/scrobbling-app.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

test('a play is reported with the titles of the archive and its start time, and is counted', async () => {
  const { app, mara, track, lastfm } = await startListening()
  const startedAt = await play(app, mara, track.id)
  await eventually(async () => {
    expect(lastfm.arrived).toEqual([
      {
        account: 'mara_hoert',
        artist: track.albumTitel,
        track: 'Nachtbus',
        album: track.albumTitel,
        timestamp: seconds(startedAt),
      },
    ])
    expect((await mara.call(getSession, {})).scrobbleCount).toBe(1)
  })
})

test('the tags of the file are preferred to the archive, which has no artists', async () => {
  const { app, mara, track, lastfm } = await startListening()
  await app.services.db
    .updateTable('tracks')
    .set({ tagTitle: 'Nachtbus (Live)', tagArtist: 'Süd', tagAlbum: 'Nord' })
    .where('id', '=', track.id)
    .execute()
  await play(app, mara, track.id)
  await eventually(() =>
    expect(lastfm.arrived).toMatchObject([{ track: 'Nachtbus (Live)', artist: 'Süd', album: 'Nord' }]),
  )
})

test('a track with artists in the archive is reported with these, whatever the tags of its file say', async () => {
  const { app, mara, track, lastfm } = await startListening()
  const admin = await app.signIn({ isAdmin: true })
  const params = { albumTitel: track.albumTitel }
  await admin.call(updateAlbum, { params, body: { artists: ['Ada Lindqvist', 'Neonhirsch'] } })
  await app.services.db.updateTable('tracks').set({ tagArtist: 'Süd' }).where('id', '=', track.id).execute()
  await play(app, mara, track.id)
  await eventually(() =>
    expect(lastfm.arrived).toMatchObject([{ track: 'Nachtbus', artist: 'Ada Lindqvist, Neonhirsch' }]),
  )
})

test('a play is reported to both services, once each', async () => {
  const { app, mara, track, lastfm, listenbrainz } = await startListening()
  await connectByToken(mara)
  const startedAt = await play(app, mara, track.id)
  await eventually(() => {
    expect(lastfm.arrived).toHaveLength(1)
    expect(listenbrainz.arrived).toEqual([
      { account: 'mara_lb', track: 'Nachtbus', listenedAt: seconds(startedAt) },
    ])
  })
})

test('the same play, counted and scrobbled and scrobbled again, is reported once', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  const startedAt = await play(app, mara, track.id)
  const { sessionKey } = await mara.call(getSession, {})
  const again = { sessionKey: sessionKey ?? '', track: { id: track.id } }
  await Promise.all(
    [0, 1, 2, 3].map((late) =>
      mara.call(scrobble, { body: { ...again, timestamp: seconds(startedAt) + late } }),
    ),
  )
  await eventually(async () => expect(await waiting()).toEqual([0, 0]))
  expect(lastfm.arrived).toHaveLength(1)
  // A second playback of the same track is another play.
  await mara.call(scrobble, { body: { ...again, timestamp: seconds(startedAt) + 35 } })
  await eventually(() => expect(lastfm.arrived).toHaveLength(2))
})

test('several processes report each play once', async () => {
  const { app, mara, track, lastfm, start, waiting } = await startListening()
  const others = [await start({ beside: app }), await start({ beside: app })]
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signIn()))
  for (const one of people) await connectLastfm(app, lastfm, one)
  for (const [index, one] of [mara, ...people].entries()) {
    for (let round = 0; round < 4; round += 1) await play(app, one, track.id, 100 - round * 5 - index)
  }
  await eventually(async () => expect(await waiting()).toEqual([0, 0]))
  await eventually(() => expect(lastfm.arrived).toHaveLength(28))
  expect(new Set(lastfm.arrived.map(({ account, timestamp }) => `${account} ${timestamp}`)).size).toBe(28)
  for (const other of others) await other.close()
})

test('a redirect is not followed: no other host receives a play', async () => {
  const { app, mara, track, lastfm, listenbrainz, waiting } = await startListening()
  lastfm.behave({ kind: 'redirects', to: `${listenbrainz.apiUrl}/1/submit-listens` })
  await play(app, mara, track.id)
  await eventually(() => expect(lastfm.calls.some(({ method }) => method === 'track.scrobble')).toBe(true))
  await eventually(async () => {
    const row = await app.services.db
      .selectFrom('scrobbleConnections')
      .select('tries')
      .executeTakeFirstOrThrow()
    expect(row.tries).toBe(1)
  })
  expect(await waiting()).toEqual([1, 0])
  expect(listenbrainz.calls).toBe(0)
})

test('plays while scrobbling is paused are never reported', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  await mara.call(pauseScrobbling, { params: { service: 'lastfm' }, body: { isPaused: true } })
  await play(app, mara, track.id, 10)
  const { sessionKey } = await mara.call(getSession, {})
  const timestamp = seconds(app.services.now()) - 60
  expect(
    await mara.call(scrobble, { body: { sessionKey: sessionKey ?? '', track: { id: track.id }, timestamp } }),
  ).toEqual({ success: true, accepted: false })
  await mara.call(pauseScrobbling, { params: { service: 'lastfm' }, body: { isPaused: false } })
  await play(app, mara, track.id)
  await eventually(async () => expect(await waiting()).toEqual([0, 0]))
  expect(lastfm.arrived).toHaveLength(1)
})

test.each([
  ['of type unreleased', { type: 'unreleased' } as const],
  ['of type loosies', { type: 'loosies' } as const],
  ['of an exclusive album', { isExclusive: true } as const],
])('a track %s is sent to no service', async (_case, album) => {
  const { app, mara, addTrack, lastfm, waiting } = await startListening()
  const secret = await addTrack('Geheim', album)
  await play(app, mara, secret.id)
  expect(await waiting()).toEqual([0, 0])
  const open = await addTrack('Offen')
  await play(app, mara, open.id)
  await eventually(() => expect(lastfm.arrived.map(({ track }) => track)).toEqual(['Offen']))
})

test('a queued play is dropped when its album becomes exclusive in the meantime', async () => {
  const { app, admin, mara, track, addTrack, lastfm, waiting } = await startListening()
  await lastfm.goDown()
  await play(app, mara, track.id, 10)
  await admin.call(updateAlbum, { params: { albumTitel: track.albumTitel }, body: { exclusive: true } })
  const open = await addTrack('Offen')
  await play(app, mara, open.id)
  await lastfm.comeUp()
  await eventually(async () => {
    await passPause(app)
    expect(await waiting()).toEqual([0, 0])
  })
  expect(lastfm.arrived.map((one) => one.track)).toEqual(['Offen'])
})

test('unreleased music is reported if the operator allows it', async () => {
  const { app, lastfm, addTrack } = await startScrobblingApp({ tellsUnreleased: true })
  const mara = await app.signIn()
  await connectLastfm(app, lastfm, mara)
  const track = await addTrack('Geheim', { type: 'unreleased', isExclusive: true })
  await play(app, mara, track.id)
  await eventually(() => expect(lastfm.arrived).toHaveLength(1))
  expect((await mara.call(getScrobbling, {})).tellsUnreleased).toBe(true)
})
