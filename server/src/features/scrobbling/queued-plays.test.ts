import { recordPlay } from '@tonarchiv/contract/plays'
import { getScrobbling, getSession } from '@tonarchiv/contract/scrobbling'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  connectByToken,
  connectLastfm,
  LISTENBRAINZ_TOKEN,
  passPause,
  play,
  startListening,
  startScrobblingApp,
} from '#testing/scrobbling-app.ts'

const MINUTE = 60_000
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

test('while the service hangs, a play is answered without waiting for it, and is reported when the service works again', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  const warm = await app.signIn()
  await warm.call(recordPlay, { body: { track_id: track.id } })
  lastfm.behave({ kind: 'hangs' })
  await play(app, mara, track.id, 10)
  await eventually(() => expect(lastfm.hanging()).toBe(1))
  await play(app, mara, track.id, 5)
  expect(lastfm.hanging()).toBe(1)
  expect(await waiting()).toEqual([2, 0])
  lastfm.behave({ kind: 'well' })
  await eventually(async () => {
    await passPause(app)
    expect(lastfm.arrived).toHaveLength(2)
  })
})

test('an outage over a restart: plays are stored and reported later, in their order, in batches of 50', async () => {
  const { app, lastfm, start, addTrack } = await startScrobblingApp({ isIdle: true })
  const track = await addTrack('Nachtbus')
  const first = await start({ beside: app })
  const mara = await first.signIn()
  await connectLastfm(first, lastfm, mara)
  await lastfm.goDown()
  const started: number[] = []
  for (let index = 0; index < 120; index += 1) {
    started.push(seconds(await play(first, mara, track.id, 240 - index)))
  }
  await first.close()
  lastfm.calls.length = 0
  const second = await start({ beside: app })
  await lastfm.comeUp()
  await eventually(async () => {
    await passPause(second)
    expect(lastfm.arrived).toHaveLength(120)
  })
  expect(lastfm.arrived.map(({ timestamp }) => timestamp)).toEqual(started)
  const sizes = lastfm.calls.map(
    ({ parameters }) => Object.keys(parameters).filter((name) => name.startsWith('timestamp')).length,
  )
  expect(sizes).toEqual([50, 50, 20])
  await second.close()
})

test('pauses between attempts grow', async () => {
  const { app, mara, track, lastfm } = await startListening()
  lastfm.behave({ kind: 'error', code: 16, status: 503 })
  await play(app, mara, track.id)
  const pauses: number[] = []
  for (const tries of [1, 2, 3, 4]) {
    await eventually(async () => {
      const row = await app.services.db
        .selectFrom('scrobbleConnections')
        .select(['tries', 'nextTryAt', 'claimedBy'])
        .where('userId', '=', mara.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ tries, claimedBy: null })
      pauses.push(Math.round((Date.parse(row.nextTryAt ?? '') - app.services.now().getTime()) / MINUTE))
    })
    app.passTime((pauses.at(-1) ?? 0) * MINUTE + 1000)
  }
  expect(pauses).toEqual([1, 2, 5, 10])
})

test.each([
  ['an error of its own, “service offline”', { kind: 'error', code: 11, status: 503 } as const],
  ['an error of its own, “temporarily unavailable”', { kind: 'error', code: 16 } as const],
  ['“too many calls”', { kind: 'error', code: 29, status: 429 } as const],
  ['“operation failed”', { kind: 'error', code: 8 } as const],
  ['a wrong key of the operator', { kind: 'error', code: 10 } as const],
  ['a gateway that speaks HTML', { kind: 'http', status: 502 } as const],
  ['an answer without end', { kind: 'floods' } as const],
])('after %s the play is kept and sent later', async (_case, behaviour) => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  lastfm.behave(behaviour)
  await play(app, mara, track.id)
  await eventually(() => expect(lastfm.calls.some(({ method }) => method === 'track.scrobble')).toBe(true))
  lastfm.behave({ kind: 'well' })
  expect(await waiting()).toEqual([1, 0])
  await eventually(async () => {
    await passPause(app)
    expect(lastfm.arrived).toHaveLength(1)
  })
})

test('one play that Last.fm never accepts neither delays the others nor fails them', async () => {
  const { app, mara, track, lastfm, addTrack, waiting } = await startListening()
  const bad = await addTrack('Unerhört')
  lastfm.refuse('Unerhört')
  await lastfm.goDown()
  await play(app, mara, track.id, 30)
  await play(app, mara, bad.id, 20)
  await play(app, mara, track.id, 10)
  await lastfm.comeUp()
  await eventually(async () => {
    await passPause(app)
    expect(await waiting()).toEqual([0, 0])
  })
  expect(lastfm.arrived.map((one) => one.track)).toEqual(['Nachtbus', 'Nachtbus'])
  expect((await mara.call(getSession, {})).scrobbleCount).toBe(2)
})

test('a play that Last.fm ignores is settled; one above the daily limit is reported another day', async () => {
  const { app, mara, track, lastfm, addTrack, waiting } = await startListening()
  lastfm.ignore('Nachtbus', 1)
  await play(app, mara, track.id)
  await eventually(async () => expect(await waiting()).toEqual([0, 0]))
  expect((await mara.call(getSession, {})).scrobbleCount).toBe(0)
  const many = await addTrack('Dauerschleife')
  lastfm.ignore('Dauerschleife', 5)
  await play(app, mara, many.id)
  await eventually(() => expect(lastfm.calls.at(-1)?.parameters['track[0]']).toBe('Dauerschleife'))
  expect(await waiting()).toEqual([1, 0])
  lastfm.ignore('Dauerschleife', 0)
  await eventually(async () => {
    await passPause(app)
    expect(lastfm.arrived).toHaveLength(1)
  })
})

test('after 14 days a play is given up', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  await lastfm.goDown()
  await play(app, mara, track.id)
  await eventually(async () => {
    const { tries, claimedBy } = await app.services.db
      .selectFrom('scrobbleConnections')
      .select(['tries', 'claimedBy'])
      .where('userId', '=', mara.id)
      .executeTakeFirstOrThrow()
    expect([tries, claimedBy, await waiting()]).toEqual([1, null, [1, 0]])
  })
  app.passTime(15 * 24 * 60 * MINUTE)
  await lastfm.comeUp()
  const late = await app.signIn()
  await connectLastfm(app, lastfm, late)
  await eventually(async () => {
    const rows = await app.services.db.selectFrom('scrobbles').select('outcome').execute()
    expect(rows).toEqual([{ outcome: 'expired' }])
  })
  expect(lastfm.arrived).toEqual([])
})

test('500 plays are queued at most; the oldest are removed first', async () => {
  const { app, mara, track, lastfm } = await startListening()
  await lastfm.goDown()
  const connection = await app.services.db
    .selectFrom('scrobbleConnections')
    .select('id')
    .executeTakeFirstOrThrow()
  const moment = (minutesAgo: number) =>
    new Date(app.services.now().getTime() - minutesAgo * MINUTE).toISOString()
  await app.services.db
    .insertInto('scrobbles')
    .values(
      Array.from({ length: 500 }, (_none, index) => ({
        id: `alt-${index}`,
        connectionId: connection.id,
        trackId: track.id,
        title: 'Alt',
        artist: 'Alt',
        album: 'Alt',
        durationSeconds: 1,
        startedAt: moment(1000 - index),
        outcome: null,
      })),
    )
    .execute()
  await play(app, mara, track.id)
  const gone = await app.services.db
    .selectFrom('scrobbles')
    .select(['id', 'outcome'])
    .where('outcome', 'is not', null)
    .execute()
  expect(gone).toEqual([{ id: 'alt-0', outcome: 'overflowed' }])
})

test('a revoked connection keeps its plays until the member connects again', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  lastfm.revoke('mara_hoert')
  await play(app, mara, track.id, 10)
  const lastfmNow = async () => (await mara.call(getScrobbling, {})).services[0]
  await eventually(async () => expect(await lastfmNow()).toMatchObject({ isConnected: false, isLost: true }))
  await play(app, mara, track.id, 5)
  expect(await waiting()).toEqual([2, 0])
  await connectLastfm(app, lastfm, mara, 'mara_hoert')
  await eventually(() => expect(lastfm.arrived).toHaveLength(2))
  expect(await lastfmNow()).toMatchObject({ isConnected: true, isLost: false, username: 'mara_hoert' })
})

test('plays queued for one account are not reported to another one', async () => {
  const { app, mara, track, lastfm, waiting } = await startListening()
  lastfm.revoke('mara_hoert')
  await play(app, mara, track.id)
  await eventually(async () => expect(await waiting()).toEqual([1, 0]))
  await connectLastfm(app, lastfm, mara, 'jemand_anders')
  expect(await waiting()).toEqual([0, 0])
  expect(lastfm.arrived).toEqual([])
})

test('a ListenBrainz token that becomes invalid requires a new connection; a busy service means a later attempt', async () => {
  const { app, mara, track, listenbrainz } = await startListening()
  await connectByToken(mara)
  const now = async () => (await mara.call(getScrobbling, {})).services[1]
  listenbrainz.respondWith(429)
  await play(app, mara, track.id, 5)
  await eventually(() => expect(listenbrainz.calls).toBeGreaterThan(1))
  listenbrainz.respondWith(200)
  await eventually(async () => {
    await passPause(app)
    expect(listenbrainz.arrived).toHaveLength(1)
  })
  listenbrainz.revoke(LISTENBRAINZ_TOKEN)
  await play(app, mara, track.id)
  await eventually(async () => expect(await now()).toMatchObject({ isLost: true, waitingCount: 1 }))
})
