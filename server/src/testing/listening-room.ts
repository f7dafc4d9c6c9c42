import * as contract from '@tonarchiv/contract/rooms'
import { type BrowserSocket, openSocket } from './browser-socket.ts'
import { addSampleAlbum } from './sample-album.ts'
import type { Member } from './sign-in.ts'
import type { TestApp } from './start-app.ts'

/** An album of three tracks that last for ten minutes each. */
export async function addAlbum(app: TestApp) {
  const admin = await app.signIn({ isAdmin: true })
  const tracks = ['Tinte', 'Feder', 'Siegel'].map((title) => ({ title, sample: 'cbr.mp3' }))
  const album = await addSampleAlbum(admin, { albumTitel: 'Löschpapier', tracks })
  await app.services.db.updateTable('tracks').set({ durationSeconds: 600 }).execute()
  return album
}

export async function openRoom(app: TestApp, mode: contract.ChosenMode = 'all') {
  const album = await addAlbum(app)
  const host = await app.signIn()
  const body = { name: 'Nachtschicht', mode, added: { albumId: album.albumId } }
  const { room } = await host.call(contract.openRoom, { body })
  return { album, host, room, params: { id: room.state.roomId } }
}

/** Opens a socket that follows a room, as a tab of the web app does. */
export async function followRoom(
  app: Pick<TestApp, 'address'>,
  { token }: Member,
  roomId: string,
): Promise<BrowserSocket> {
  const tab = openSocket(app, { token })
  await tab.ready()
  tab.send({ type: 'roomHere', roomId, sound: 'on' })
  return tab
}

/** The latest message with the state of a room that a tab has received. */
export const stateAt = (tab: BrowserSocket) => tab.all('roomChanged').at(-1)
