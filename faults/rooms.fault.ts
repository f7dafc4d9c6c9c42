import { addAlbum } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { followRoom, stateAt } from '../server/src/testing/listening-room.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { callsOf, type Installation } from './installation.ts'
import { places } from './places.ts'
import { report } from './rounds.ts'
import type { ServerProcess } from './server-process.ts'

/** Frames of a track of some minutes, so that no entry ends during the test. */
const FRAMES = 12_000
const TITLES = ['Tinte', 'Feder', 'Siegel']

async function openRoom(archive: Installation, server: ServerProcess, host: Member) {
  const admin = await archive.member({ isAdmin: true })
  const tracks = TITLES.map((title) => ({ title, file: mpegFrames(FRAMES) }))
  const { album } = await callsOf(server, admin).call(addAlbum, { form: albumForm({ tracks }) })
  const body = { name: 'Nachtschicht', mode: 'vote', added: { albumId: album.albumId } } as const
  return (await callsOf(server, host).call(contract.openRoom, { body })).room
}

test.each(Object.entries(places()))(
  'kill -9 takes neither queue, position, votes nor people of a room: %s',
  async (place, open) => {
    const { archive, servers } = await open()
    const [first] = servers
    const last = servers.at(-1)
    if (first === undefined || last === undefined) throw new Error('no server has started')
    const [host, okan] = [await archive.member(), await archive.member()]
    const opened = await openRoom(archive, first, host)
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
      `kill -9 of a process with a listening room (${place})`,
      'queue, position, votes and people were there again',
    )
  },
)
