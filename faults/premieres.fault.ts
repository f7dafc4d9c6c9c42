import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { getPremiereEvening, setAlbumPremiere } from '@tonarchiv/contract/premieres'
import { getRoom, joinRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { followRoom, stateAt } from '../server/src/testing/listening-room.ts'
import { startPeers } from '../server/src/testing/peers.ts'
import { callsOf, newInstallation } from './installation.ts'
import { report } from './rounds.ts'

const TITLE = 'Zweite Halbzeit'
/** Frames of a track of some minutes, so that no entry ends during the test. */
const FRAMES = 12_000
/** Time in which Redis is stopped before the premiere, in milliseconds. */
const AHEAD_MS = 10_000

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

test('a premiere opens while Redis is away: at both processes the doors open, and the same music plays at the same time', async () => {
  const peers = await startPeers()
  const { postgres, redis } = peers
  try {
    const archive = await newInstallation({ postgresUrl: postgres.url, env: { REDIS_URL: redis.url } })
    const admin = await archive.member({ isAdmin: true })
    const [mila, okan] = [await archive.member(), await archive.member()]
    const [first, second] = await Promise.all([archive.start(), archive.start()])
    const tracks = ['Anpfiff', 'Flutlicht'].map((title) => ({ title, file: mpegFrames(FRAMES) }))
    const { album } = await callsOf(first, admin).call(addAlbum, {
      form: albumForm({
        albumTitel: TITLE,
        tracks,
        premiere: { opensAt: inMs(86_400_000), isCovered: true },
      }),
    })
    const params = { id: album.albumId }
    const places = [
      { server: first, member: mila },
      { server: second, member: okan },
    ]
    const tabs = await Promise.all(
      places.map(async ({ server, member }) => {
        await eventually(async () => callsOf(server, member).call(joinRoom, { params }))
        return followRoom(server, member, params.id)
      }),
    )
    for (const tab of tabs) await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(2))

    const opensAt = inMs(AHEAD_MS)
    await callsOf(first, admin).call(setAlbumPremiere, {
      params: { albumTitel: TITLE },
      body: { opensAt, isCovered: true },
    })
    await redis.stop()
    expect(Date.now()).toBeLessThan(Date.parse(opensAt))
    for (const { server, member } of places) {
      const read = { params: { albumId: params.id } }
      const { evening } = await callsOf(server, member).call(getPremiereEvening, read)
      expect(evening).toMatchObject({ phase: 'waiting', trackCount: 0 })
    }
    for (const tab of tabs) await eventually(() => expect(stateAt(tab)?.playback.isPlaying).toBe(true))
    const [one, other] = tabs.map((tab) => stateAt(tab)?.playback)
    expect(one).toEqual(other)
    const beganMs = (one?.at ?? 0) - Date.parse(opensAt)

    await redis.start()
    for (const { server, member } of places) {
      const { room } = await callsOf(server, member).call(getRoom, { params })
      expect(room.state.playback).toEqual(one)
      expect(room.entries.map(({ track }) => track?.title)).toEqual(['Anpfiff', 'Flutlicht'])
      expect(room.people).toHaveLength(2)
    }
    report(
      'R-08',
      'a premiere opened while Redis was away, two processes',
      `the same music played for the tabs of both, from ${Math.round(beganMs)} ms after its minute on`,
    )
  } finally {
    await peers.stop()
  }
})
