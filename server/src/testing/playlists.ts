import { createPlaylist, type PlaylistVisibility } from '@tonarchiv/contract/playlists'
import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { addSampleAlbum } from './sample-album.ts'
import { startApp, type TestApp } from './start-app.ts'

export type Caller = Awaited<ReturnType<TestApp['signIn']>>

/** An archive with an album of three playable tracks and an empty one. */
export async function archiveWithTracks() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const titles = ['Tinte', 'Feder', 'Siegel']
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Löschpapier',
    tracks: [...titles.map((title) => ({ title, sample: 'cbr.mp3' })), { title: 'Leer' }],
  })
  const [ink, quill, seal] = album.tracks.map(({ id }) => id)
  if (ink === undefined || quill === undefined || seal === undefined) throw new Error('Three tracks')
  return { app, admin, album, ink, quill, seal }
}

export async function addPlaylist(
  caller: Caller,
  trackIds?: string[],
  visibility: PlaylistVisibility = 'private',
) {
  const body = { title: 'Nachtfahrten', visibility, ...(trackIds && { trackIds }) }
  return (await caller.call(createPlaylist, { body })).playlist
}

/** The playlist with its first entries. */
export async function readPlaylist(caller: Caller, id: string) {
  return caller.call(getPlaylist, { params: { id } })
}

export async function titlesInPlaylist(caller: Caller, id: string) {
  return (await readPlaylist(caller, id)).entries.map(({ title }) => title)
}

export async function entryIdsOf(caller: Caller, id: string) {
  return (await readPlaylist(caller, id)).entries.map((entry) => entry.id)
}
