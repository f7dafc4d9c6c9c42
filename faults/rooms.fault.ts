import { addAlbum } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { followRoom, stateAt } from '../server/src/testing/listening-room.ts'
import { addVideoByForm } from '../server/src/testing/video-forms.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callsOf, type Installation } from './installation.ts'
import { places } from './places.ts'
import { report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

/** Frames of a track of some minutes, so that no entry ends during the test. */
const FRAMES = 12_000
const TITLES = ['Tinte', 'Feder', 'Siegel']

/** What a room plays. */
type Kind = contract.ListeningRoom['state']['kind']

async function openRoom(archive: Installation, server: ServerProcess, host: Member, kind: Kind) {
  const admin = await archive.member({ isAdmin: true })
  const added = await addedBy(archive, server, admin, kind)
  const body = { name: 'Nachtschicht', mode: 'vote', kind, added } as const
  return (await callsOf(server, host).call(contract.openRoom, { body })).room
}

/** Three tracks or videos. */
async function addedBy(
  archive: Installation,
  server: ServerProcess,
  admin: Member,
  kind: Kind,
): Promise<{ albumId: string } | { videoIds: string[] }> {
  if (kind === 'music') {
    const tracks = TITLES.map((title) => ({ title, file: mpegFrames(FRAMES) }))
    const { album } = await callsOf(server, admin).call(addAlbum, { form: albumForm({ tracks }) })
    return { albumId: album.albumId }
  }
  const videoIds: string[] = []
  // With thumbnails of their own. The server would add a missing one in the background and change the entries.
  for (const title of TITLES)
    videoIds.push((await addVideoByForm(callsOf(server, admin), { title, thumbnail: 'cover.jpg' })).id)
  // The sample lasts for some seconds only.
  await archive.withDatabase((db) => db.updateTable('videos').set({ durationSeconds: 300 }).execute())
  return { videoIds }
}

const cases = Object.entries(places()).flatMap(([place, open]) =>
  (['music', 'video'] as const).map((kind) => ({ place, open, kind })),
)

test.each(cases)(
  'kill -9 takes neither queue, position, votes nor people of a room: $kind, $place',
  async ({ place, open, kind }) => {
    const { archive, servers } = await open()
    const [first] = servers
    const last = servers.at(-1)
    if (first === undefined || last === undefined) throw new Error('no server has started')
    const [host, okan] = [await archive.member(), await archive.member()]
    const opened = await openRoom(archive, first, host, kind)
    const params = { id: opened.state.roomId }
    await callsOf(last, okan).call(contract.joinRoom, { params })
    const entryId = opened.state.queue[1]?.id ?? ''
    const vote = { name: 'vote', revision: opened.state.revision, entryId, isFor: true } as const
    await callsOf(last, okan).call(contract.commandRoom, { params, body: vote })
    const tabs = [await followRoom(first, host, params.id), await followRoom(last, okan, params.id)]
    await eventually(() =>
      expect(tabs.map((tab) => stateAt(tab)?.queue[0])).toEqual([
        { id: entryId, votes: 1, isProposal: false },
        { id: entryId, votes: 1, isProposal: false },
      ]),
    )
    const { room: before } = await callsOf(first, host).call(contract.getRoom, { params })

    await first.kill()
    const back = await archive.start()
    const again = await followRoom(back, host, params.id)
    await eventually(() => expect(stateAt(again)).toMatchObject({ peopleCount: 2, hostId: host.id }))
    const { room: after } = await callsOf(back, host).call(contract.getRoom, { params })
    expect(after.state).toEqual(before.state)
    expect(after.entries).toEqual(before.entries)
    expect(after.people.map(({ id }) => id)).toEqual([host.id, okan.id])
    expect(contract.roomPositionAt(after.state.playback, after.now)).toBeGreaterThan(
      contract.roomPositionAt(before.state.playback, before.now),
    )
    report(
      'R-03',
      `kill -9 of a process with a room of ${kind === 'music' ? 'music' : 'videos'} (${place})`,
      'queue, position, votes and people were there again',
    )
  },
)
