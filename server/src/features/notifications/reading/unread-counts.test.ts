import { postMessage } from '@tonarchiv/contract/chat'
import { readAllNotices } from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { inboxSays, unreadOf } from '#testing/inbox.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** More members than are counted in one batch. */
const MEMBERS = 45

async function connected(app: TestApp, token: string) {
  const socket = openSocket(app, { token })
  await socket.ready()
  return { counts: () => socket.all('noticesChanged').map(({ unread }) => unread) }
}

test('a new album sends each connected member its own count, in each process', async () => {
  const hub = memoryHub()
  const first = await startApp({}, { hub })
  const second = await startApp({}, { hub, beside: first })
  const admin = await first.signIn({ isAdmin: true, username: 'chefin' })
  const guest = await connected(second, (await first.signIn({ hasKey: false })).token)
  const early = await first.signIn({ username: 'mara' })
  const addAlbum = async (albumTitel: string) =>
    addSampleAlbum(admin, { albumTitel, tracks: [{ title: 'Eins', sample: 'cbr.mp3' }] })
  await addAlbum('Graue Linie')
  await inboxSays(early, 'Neues Album: Graue Linie')
  await early.call(readAllNotices, {})
  await admin.call(postMessage, { body: { message: '@mara hallo' } })
  await eventually(async () => expect(await unreadOf(early)).toBe(1))
  const mara = await connected(second, early.token)
  const limited = await connected(
    second,
    (await signInScoped(first, { kind: 'types', types: ['ep'], hasVideos: false })).token,
  )
  const others: Awaited<ReturnType<typeof connected>>[] = []
  for (let number = 0; number < MEMBERS; number += 1)
    others.push(await connected(number % 2 === 0 ? first : second, (await first.signIn()).token))
  await addAlbum('Kassettendeck')
  await eventually(() => {
    expect(mara.counts()).toEqual([2])
    expect(others.map(({ counts }) => counts())).toEqual(others.map(() => [1]))
    expect(limited.counts()).toEqual([0])
    expect(guest.counts().at(-1)).toBe(0)
  })
})
