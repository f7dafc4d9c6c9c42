import { exportAccount } from '@tonarchiv/contract/auth'
import { listStatuses } from '@tonarchiv/contract/presence'
import * as contract from '@tonarchiv/contract/rooms'
import { deleteVideo } from '@tonarchiv/contract/videos'
import { describe, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addAlbum, followRoom, stateAt } from '#testing/listening-room.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

/** A room of videos of which each lasts for ten minutes. */
async function openVideoRoom(app: TestApp, { mode = 'all' }: { mode?: contract.ChosenMode } = {}) {
  const admin = await app.signIn({ isAdmin: true })
  const videos = [
    await addVideoByForm(admin, { title: 'Gespräch am Hafen' }),
    await addVideoByForm(admin, { title: 'Speicher' }),
    await addVideoByForm(admin, { title: 'Kran' }),
  ]
  await app.services.db.updateTable('videos').set({ durationSeconds: 600 }).execute()
  const host = await app.signIn({ username: 'frieda' })
  const [first, second, third] = videos.map(({ id }) => id)
  const added = { videoIds: [first ?? '', second ?? ''] }
  const body = { name: 'Kinoabend am Hafen', mode, kind: 'video', added } as const
  const { room } = await host.call(contract.openRoom, { body })
  return { admin, host, room, params: { id: room.state.roomId }, videos, thirdId: third ?? '' }
}

const GUESTS: [string, (app: TestApp) => ReturnType<TestApp['signIn']>][] = [
  ['without a key', async (app) => app.signIn({ hasKey: false })],
  ['whose key opens music only', async (app) => signInScoped(app, { kind: 'all', hasVideos: false })],
]

describe('a room of videos', () => {
  test('plays several videos one after the other, and shows them with what the player needs', async () => {
    const app = await startApp()
    const { host, room, params, videos } = await openVideoRoom(app)
    expect(room.state).toMatchObject({ kind: 'video', playback: { isPlaying: true, positionMs: 0 } })
    const [video, depot] = videos
    expect(room.entries).toMatchObject([
      { state: 'shown', durationMs: 600_000, video: { id: video?.id, title: video?.title, url: video?.url } },
      { state: 'shown', durationMs: 600_000, video: { id: depot?.id } },
    ])
    const { revision, playback, queue } = room.state
    const body = { name: 'next', revision, entryId: playback.entryId ?? '' } as const
    const { state } = await host.call(contract.commandRoom, { params, body })
    expect(state).toMatchObject({ playback: { entryId: queue[0]?.id, isPlaying: true }, queue: [] })
  })

  test('is in the list with its video and how long it lasts still', async () => {
    const app = await startApp()
    const { room } = await openVideoRoom(app)
    const okan = await app.signIn()
    const { rooms } = await okan.call(contract.listRooms, {})
    expect(rooms).toMatchObject([
      { kind: 'video', name: room.state.name, track: null, video: { title: 'Gespräch am Hafen' } },
    ])
    const left = rooms[0]?.video?.leftMs ?? 0
    expect(left).toBeGreaterThan(500_000)
    // The room begins to play a moment after it was opened.
    expect(left).toBeLessThanOrEqual(600_000 + contract.ROOM_LEAD_MS)
  })

  test('takes no music, and a room of music takes no videos', async () => {
    const app = await startApp()
    const { host, params, thirdId } = await openVideoRoom(app)
    const { albumId } = await addAlbum(app)
    const add = (added: contract.Added) => ({ params, body: { name: 'add', revision: 1, added } as const })
    expect((await host.refusal(contract.commandRoom, add({ albumId }))).body.code).toBe('ROOM_ONLY_VIDEOS')
    const more = await host.call(contract.commandRoom, add({ videoIds: [thirdId] }))
    expect(more.state.queue).toHaveLength(2)
    const gone = await host.refusal(contract.commandRoom, add({ videoIds: ['gone'] }))
    expect(gone.body.code).toBe('VIDEO_NOT_FOUND')
    const music = { name: 'Nachtschicht', added: { videoIds: [thirdId] } }
    expect((await host.refusal(contract.openRoom, { body: music })).body.code).toBe('ROOM_ONLY_MUSIC')
  })

  test('leaves out a video whose duration is not known', async () => {
    const app = await startApp()
    const { host, params, videos, thirdId } = await openVideoRoom(app)
    const { db } = app.services
    await db.updateTable('videos').set({ durationSeconds: null }).where('id', '=', thirdId).execute()
    const add = (videoIds: string[]) => ({
      params,
      body: { name: 'add', revision: 1, added: { videoIds } } as const,
    })
    const refused = await host.refusal(contract.commandRoom, add([thirdId]))
    expect(refused.body.code).toBe('NOT_FOR_ROOM')
    const { state } = await host.call(contract.commandRoom, add([thirdId, videos[0]?.id ?? '']))
    expect(state.queue).toHaveLength(2)
  })

  test.each(GUESTS)(
    'shows a member %s how long videos last, and nothing else of them',
    async (_who, signIn) => {
      const app = await startApp()
      const { host, room, params, videos } = await openVideoRoom(app)
      const guest = await signIn(app)
      const { room: seen } = await guest.call(contract.joinRoom, { params })
      expect(seen.entries.map(({ state, durationMs, video }) => [state, durationMs, video])).toEqual(
        Array.from({ length: 2 }, () => ['locked', 600_000, undefined]),
      )
      const tab = await followRoom(app, guest, params.id)
      await eventually(() => expect(stateAt(tab)).toBeDefined())
      const body = { name: 'next', revision: 2, entryId: room.state.playback.entryId ?? '' } as const
      await host.call(contract.commandRoom, { params, body })
      await eventually(() => expect(tab.all('roomEvents')).toHaveLength(1))
      const listed = await guest.call(contract.listRooms, {})
      expect(listed.rooms[0]?.video).toBeNull()
      const texts = JSON.stringify([seen, listed, tab.got])
      for (const { id, title, url } of videos)
        for (const secret of [id, title, url]) expect(texts).not.toContain(secret)
    },
  )

  test('a deleted video is gone, and the others are played', async () => {
    const app = await startApp()
    const { admin, host, params, videos } = await openVideoRoom(app)
    await admin.call(deleteVideo, { params: { id: videos[1]?.id ?? '' } })
    const { room } = await host.call(contract.getRoom, { params })
    expect(room.entries.map(({ state }) => state).sort()).toEqual(['gone', 'shown'])
  })

  test('others propose videos where the host decides', async () => {
    const app = await startApp()
    const { host, params, thirdId } = await openVideoRoom(app, { mode: 'host' })
    const okan = await app.signIn()
    await okan.call(contract.joinRoom, { params })
    const added = { videoIds: [thirdId] }
    const body = { name: 'add', revision: 2, added } as const
    const { state } = await okan.call(contract.commandRoom, { params, body })
    const proposal = state.queue.find(({ isProposal }) => isProposal)
    const accept = { name: 'accept', revision: 3, entryId: proposal?.id ?? '' } as const
    const accepted = await host.call(contract.commandRoom, { params, body: accept })
    expect(accepted.state.queue.map(({ isProposal }) => isProposal)).toEqual([false, false])
  })

  test('is in the presence of its members, and in the export of who added videos', async () => {
    const app = await startApp()
    const { host, params } = await openVideoRoom(app)
    await followRoom(app, host, params.id)
    const okan = await app.signIn()
    await eventually(async () => {
      const { users } = await okan.call(listStatuses, {})
      expect(users.find(({ id }) => id === host.id)?.customStatus).toBe('Im Hörraum: Kinoabend am Hafen')
    })
    expect(await host.call(exportAccount, {})).toMatchObject({
      listeningRooms: {
        addedTitles: [],
        addedVideos: [{ title: 'Gespräch am Hafen' }, { title: 'Speicher' }],
      },
    })
  })
})
