import { getAuthUrl } from '@tonarchiv/contract/scrobbling'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { connectLastfm, play, recordingLog, startScrobblingApp } from '#testing/scrobbling-app.ts'
import { openScrobbling, cleanUpScrobbling } from './scrobbling.ts'
import { connectionsOf } from './store/connections.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('no key and no title is logged, whatever the service answers', async () => {
  const { app, lastfm, addTrack } = await startScrobblingApp({ isIdle: true })
  const mara = await app.signIn()
  await connectLastfm(app, lastfm, mara, 'mara_hoert')
  const track = await addTrack('Nachtbus')
  const { log, output } = recordingLog()
  const scrobbler = openScrobbling({ ...app.services, log }, { lookForPlaysEveryMs: 20 })
  onTestFinished(async () => scrobbler.close())

  lastfm.behave({ kind: 'error', code: 16 })
  await app.services.db
    .transaction()
    .execute(async (trx) =>
      scrobbler.enqueuePlay(trx, { userId: mara.id, trackId: track.id, startedAt: app.services.now() }),
    )
  scrobbler.wake()
  await eventually(() => expect(output()).toContain('error 16'))
  lastfm.behave({ kind: 'error', code: 10 })
  await scrobbler.createNowPlayingSender(await connectionsOf(app.services.db, mara.id), track.id)
  await eventually(() => expect(output()).toContain('error 10'))
  // The response to the retried play contains the session key.
  lastfm.behave({ kind: 'well' })
  lastfm.revoke('mara_hoert')
  app.passTime(120_000)
  await eventually(() => expect(output()).toContain('error 9'))

  const key = lastfm.calls.find(({ parameters }) => parameters['sk'] !== undefined)?.parameters['sk'] ?? ''
  expect(key).toMatch(/^\w{32}$/)
  for (const secret of [key, 'Nachtbus', 'mara_hoert', lastfm.settings.apiSecret, lastfm.settings.apiKey]) {
    expect(output()).not.toContain(secret)
  }
})

test('expired authorisations and old plays are deleted', async () => {
  const { app, lastfm, addTrack } = await startScrobblingApp()
  const mara = await app.signIn()
  await connectLastfm(app, lastfm, mara)
  const track = await addTrack('Nachtbus')
  await play(app, mara, track.id)
  await eventually(() => expect(lastfm.arrived).toHaveLength(1))
  await mara.call(getAuthUrl, {})
  const { db } = app.services
  const left = async () => [
    (await db.selectFrom('scrobbleAsks').selectAll().execute()).length,
    (await db.selectFrom('scrobbles').selectAll().execute()).length,
  ]
  await cleanUpScrobbling(app.services)
  expect(await left()).toEqual([1, 1])
  app.passTime(14 * DAY_MS)
  await cleanUpScrobbling(app.services)
  expect(await left()).toEqual([0, 1])
  app.passTime(2 * DAY_MS)
  await cleanUpScrobbling(app.services)
  expect(await left()).toEqual([0, 0])
})
