import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { removeFriend } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { expect, test } from 'vitest'
import { befriend } from '#testing/friends.ts'
import {
  addPlaylist,
  archiveWithTracks,
  type Caller,
  readPlaylist,
  titlesInPlaylist,
} from '#testing/playlists.ts'

test('a playlist is seen by those that its visibility names, and 404 for all others', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, friend, outsider] = [await app.signIn(), await app.signIn(), await app.signIn()]
  const keyless = await app.signIn({ hasKey: false })
  await befriend(app.services.db, mara, friend)
  await befriend(app.services.db, mara, keyless)
  const sees = async (caller: Caller, id: string) => {
    const [head, changes, entries] = [
      await caller.refusal(playlistEntries.getPlaylist, { params: { id } }).catch(() => undefined),
      await caller
        .refusal(playlistEntries.listChanges, { params: { id }, query: { since: 0 } })
        .catch(() => undefined),
      await caller
        .refusal(playlistEntries.listEntries, { params: { id }, query: { sortKey: 0, entryId: '0' } })
        .catch(() => undefined),
    ]
    expect(new Set([head?.status, changes?.status, entries?.status]).size).toBe(1)
    if (head !== undefined)
      expect(head).toMatchObject({ status: 404, body: { error: 'Diese Playlist gibt es hier nicht' } })
    return head === undefined
  }
  for (const [visibility, seenBy] of [
    ['private', [mara]],
    ['friends', [mara, friend]],
    ['members', [mara, friend, outsider]],
  ] as const) {
    const { id } = await addPlaylist(mara, [ink], visibility)
    for (const caller of [mara, friend, outsider, keyless])
      expect(await sees(caller, id)).toBe(seenBy.some((member) => member === caller))
    for (const caller of [friend, outsider, keyless])
      for (const route of [contract.deletePlaylist, contract.updatePlaylist])
        expect((await caller.refusal(route, { params: { id }, body: {} })).status).toBe(
          caller === keyless || seenBy.some((member) => member === caller) ? 403 : 404,
        )
  }
})

test('friends who collaborate change entries only, and losing the friendship ends it', async () => {
  const { app, ink } = await archiveWithTracks()
  const [mara, tom, outsider] = [await app.signIn(), await app.signIn(), await app.signIn()]
  await befriend(app.services.db, mara, tom)
  const { id } = await addPlaylist(mara, [ink])
  const params = { id }
  const add = { params, body: { batch: crypto.randomUUID(), trackIds: [ink] } }
  expect(
    await mara.refusal(playlistSharing.addCollaborator, { params: { id, userId: outsider.id } }),
  ).toMatchObject({ status: 409, body: { error: 'Nur Freunde können mitwirken' } })
  const { playlist } = await mara.call(playlistSharing.addCollaborator, { params: { id, userId: tom.id } })
  expect(playlist.collaborators.map((person) => person.id)).toEqual([tom.id])
  expect((await tom.call(contract.listPlaylists, {})).playlists).toMatchObject([{ id, role: 'collaborator' }])
  await tom.call(playlistEntries.addEntries, add)
  for (const refused of [
    await tom.refusal(contract.updatePlaylist, { params, body: { title: 'Meins' } }),
    await tom.refusal(contract.deletePlaylist, { params }),
    await tom.refusal(playlistSharing.addCollaborator, { params: { id, userId: outsider.id } }),
    await tom.refusal(playlistSharing.removeCollaborator, { params: { id, userId: mara.id } }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'PLAYLIST_READ_ONLY' } })

  await tom.call(removeFriend, { params: { id: mara.id } })
  expect((await tom.refusal(playlistEntries.addEntries, add)).status).toBe(404)
  expect((await tom.call(contract.listPlaylists, {})).playlists).toEqual([])
  // A new friendship does not restore the collaboration. Tom may only read the playlist, because all members may see
  // it.
  await mara.call(contract.updatePlaylist, { params, body: { visibility: 'members' } })
  await befriend(app.services.db, mara, tom)
  expect((await tom.refusal(playlistEntries.addEntries, add)).body.code).toBe('PLAYLIST_READ_ONLY')
  expect(await titlesInPlaylist(tom, id)).toEqual(['Tinte', 'Tinte'])
})

test('a playlist of another member can be followed and copied', async () => {
  const { app, ink, quill } = await archiveWithTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id } = await addPlaylist(mara, [ink, quill], 'members')
  const { playlist } = await tom.call(playlistSharing.followPlaylist, { params: { id } })
  expect(playlist).toMatchObject({ role: 'reader', isFollowed: true })
  expect((await tom.call(contract.listPlaylists, {})).playlists).toEqual([playlist])
  const { playlist: copy } = await tom.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(copy).toMatchObject({ title: 'Nachtfahrten', role: 'owner', visibility: 'private', entryCount: 2 })
  expect(await titlesInPlaylist(tom, copy.id)).toEqual(['Tinte', 'Feder'])
  // A followed playlist that is no longer visible is not listed.
  await mara.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'private' } })
  expect((await tom.call(contract.listPlaylists, {})).playlists.map((each) => each.id)).toEqual([copy.id])
  await tom.call(playlistSharing.unfollowPlaylist, { params: { id } })
  await mara.call(contract.updatePlaylist, { params: { id }, body: { visibility: 'members' } })
  expect((await readPlaylist(tom, id)).playlist.isFollowed).toBe(false)
})

test('an empty playlist can be copied, and one of tracks that are gone as an empty one', async () => {
  const { app, admin, album, ink } = await archiveWithTracks()
  const mara = await app.signIn()
  const { id } = await addPlaylist(mara, [ink])
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  const { playlist } = await mara.call(playlistSharing.copyPlaylist, { params: { id } })
  expect(playlist.entryCount).toBe(0)
})
