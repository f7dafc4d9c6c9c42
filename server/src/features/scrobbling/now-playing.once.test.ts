import {
  getScrobbling,
  getSession,
  nowPlaying,
  nowPlayingEverywhere,
  pauseScrobbling,
} from '@tonarchiv/contract/scrobbling'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { connectByToken, connectLastfm, startScrobblingApp } from '#testing/scrobbling-app.ts'

async function listener() {
  const set = await startScrobblingApp()
  const mara = await set.app.signIn()
  await connectLastfm(set.app, set.lastfm, mara, 'mara_hoert')
  const track = await set.addTrack('Nachtbus')
  const sound = async (id = track.id) => mara.call(nowPlayingEverywhere, { body: { track: { id } } })
  return { ...set, mara, track, sound }
}

test('the playing track is reported to every service at once, by either call', async () => {
  const { mara, track, lastfm, listenbrainz, sound } = await listener()
  await connectByToken(mara)
  expect(await sound()).toEqual({ success: true, accepted: true })
  await eventually(() => {
    expect(lastfm.nowPlaying).toEqual([{ account: 'mara_hoert', track: 'Nachtbus' }])
    expect(listenbrainz.nowPlaying).toEqual([{ account: 'mara_lb', track: 'Nachtbus' }])
  })
  const { sessionKey } = await mara.call(getSession, {})
  await mara.call(nowPlaying, { body: { sessionKey: sessionKey ?? '', track: { id: track.id } } })
  await eventually(() => expect(lastfm.nowPlaying).toHaveLength(2))
  expect(listenbrainz.nowPlaying).toHaveLength(1)
})

test('no call waits for a service that hangs, and only the latest track is reported afterwards', async () => {
  const { addTrack, lastfm, sound } = await listener()
  const tracks = [await addTrack('Eins'), await addTrack('Zwei'), await addTrack('Drei')]
  lastfm.behave({ kind: 'hangs' })
  for (const { id } of tracks) await sound(id)
  const reported = () =>
    lastfm.calls.map(({ parameters }) => parameters['track']).filter((title) => title !== undefined)
  await eventually(() => expect(reported()).toEqual(['Eins']))
  expect(lastfm.hanging()).toBe(1)
  lastfm.behave({ kind: 'well' })
  await eventually(() => expect(lastfm.nowPlaying.map(({ track }) => track)).toEqual(['Drei']))
})

test.each([
  ['of type unreleased', { type: 'unreleased' } as const],
  ['of type loosies', { type: 'loosies' } as const],
  ['of an exclusive album', { isExclusive: true } as const],
])('a track %s does not show up as what sounds', async (_case, album) => {
  const { addTrack, lastfm, sound } = await listener()
  const secret = await addTrack('Geheim', album)
  expect(await sound(secret.id)).toEqual({ success: true, accepted: false })
  await sound()
  await eventually(() => expect(lastfm.nowPlaying.map(({ track }) => track)).toEqual(['Nachtbus']))
})

test('nothing is reported while paused or without a connection', async () => {
  const { app, mara, track, lastfm, sound } = await listener()
  await mara.call(pauseScrobbling, { params: { service: 'lastfm' }, body: { isPaused: true } })
  expect((await sound()).accepted).toBe(false)
  const tom = await app.signIn()
  expect((await tom.call(nowPlayingEverywhere, { body: { track: { id: track.id } } })).accepted).toBe(false)
  expect((await tom.refusal(nowPlayingEverywhere, { body: { track: { id: 'nichts' } } })).status).toBe(404)
  expect((await tom.refusal(nowPlayingEverywhere, { body: {} })).status).toBe(400)
  expect(lastfm.nowPlaying).toEqual([])
})

test('revoked access is detected here, too', async () => {
  const { mara, lastfm, sound } = await listener()
  lastfm.revoke('mara_hoert')
  await sound()
  await eventually(async () =>
    expect((await mara.call(getScrobbling, {})).services[0]).toMatchObject({ isLost: true }),
  )
})
