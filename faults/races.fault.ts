import { randomUUID } from 'node:crypto'
import { generateAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { addAlbum, deleteAlbum, orderAlbums } from '@tonarchiv/contract/archive-editing'
import { register } from '@tonarchiv/contract/auth'
import { postMessage } from '@tonarchiv/contract/chat'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { acceptRequest, requestFriend } from '@tonarchiv/contract/friends'
import { recordPlay } from '@tonarchiv/contract/plays'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { describe, expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import type { Member } from '../server/src/testing/sign-in.ts'
import { startTcpProxy } from '../server/src/testing/tcp-proxy.ts'
import { callsOf } from './installation.ts'
import { places } from './places.ts'
import { rounds, report } from './rounds.ts'
import { writtenMessages } from './writers.ts'

interface Options {
  params?: Record<string, string>
  body?: unknown
  form?: () => FormData
}

/** Sends a request. @returns the status; 0 without an answer */
async function statusOf(
  { address }: { address: string },
  route: RouteShape,
  { params, body, form }: Options,
  member?: Member,
): Promise<number> {
  return fetch(address + urlOf(route, { ...(params && { params }) }), {
    method: route.method,
    headers: {
      ...(member && { authorization: `Bearer ${member.token}` }),
      ...(form === undefined && { 'content-type': 'application/json' }),
    },
    body: form === undefined ? JSON.stringify(body ?? {}) : form(),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

/** A shuffled copy of a list. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

describe.each(Object.entries(places()))('%s', (name, start) => {
  test('admins who reorder, add and delete at once leave every album in the list once', async () => {
    const { archive, servers } = await start()
    const admins = [await archive.member({ isAdmin: true }), await archive.member({ isAdmin: true })]
    const [server] = servers
    const [admin] = admins
    if (server === undefined || admin === undefined) throw new Error('Nobody is there')
    const titles = Array.from({ length: 12 }, (_, number) => `Album ${number}`)
    for (const albumTitel of titles)
      await callsOf(server, admin).call(addAlbum, { form: albumForm({ albumTitel }) })
    const count = rounds({ short: 40, long: 100 })
    const orders = Array.from({ length: count }, async (_, number) => {
      const at = servers[number % servers.length] ?? server
      return statusOf(at, orderAlbums, { body: { albums: shuffled(titles) } }, admins[number % admins.length])
    })
    const changes = [
      ...[1, 2].map(async (number) =>
        statusOf(server, addAlbum, { form: () => albumForm({ albumTitel: `Neu ${number}` }) }, admin),
      ),
      ...titles
        .slice(0, 2)
        .map(async (albumTitel) => statusOf(server, deleteAlbum, { params: { albumTitel } }, admin)),
    ]
    const statuses = await Promise.all(orders)
    expect((await Promise.all(changes)).toSorted((one, other) => one - other)).toEqual([200, 200, 201, 201])
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const left = await archive.withDatabase(async (db) =>
      db.selectFrom('albums').select(['title', 'place']).orderBy('place').execute(),
    )
    expect(left.map(({ title }) => title).toSorted()).toEqual(
      [...titles.slice(2), 'Neu 1', 'Neu 2'].toSorted(),
    )
    expect(new Set(left.map(({ place }) => place)).size).toBe(left.length)
    const won = statuses.filter((status) => status === 200).length
    report(
      'R-16',
      `${name}: ${count} orders by two admins at once, beside 2 new albums and 2 deleted`,
      `${won} orders won whole, ${count - won} were told that the list is stale; each of ${left.length} albums stands in it once`,
    )
  })

  test('what is sent many times at once, or again after its answer was lost, is there once', async () => {
    const { archive, servers } = await start()
    const admin = await archive.member({ isAdmin: true })
    const [server] = servers
    if (server === undefined) throw new Error('No server')
    const copies = rounds({ short: 8, long: 20 })
    const { album } = await callsOf(server, admin).call(addAlbum, {
      form: albumForm({ albumTitel: 'Einmal' }),
    })
    const [track] = album.tracks
    if (track === undefined) throw new Error('No track')
    const [who, friend] = [await archive.member({ hasKey: false }), await archive.member()]
    const { accessKey } = await callsOf(server, admin).call(generateAccessKey, {})
    const proxies = await Promise.all(servers.map(async ({ port }) => startTcpProxy(port)))

    /**
     * Sends many requests at once to all processes; then one more through a proxy that drops the answer, and the same
     * request again.
     */
    async function often(route: RouteShape, options: Options, member?: Member): Promise<number[]> {
      const many = await Promise.all(
        Array.from({ length: copies }, async (_, number) =>
          statusOf(servers[number % servers.length] ?? { address: '' }, route, options, member),
        ),
      )
      const [proxy] = proxies
      const [first] = servers
      if (proxy === undefined || first === undefined) throw new Error('No line')
      // The request arrives, but its answer is dropped.
      proxy.slowDown(10)
      const lost = statusOf({ address: `http://127.0.0.1:${proxy.port}` }, route, options, member)
      const cut = setInterval(() => proxy.reset(), 400)
      expect(await lost).toBe(0)
      clearInterval(cut)
      proxy.slowDown(undefined)
      return [...many, await statusOf(first, route, options, member)]
    }
    const count = async (
      table: 'chatMessages' | 'favorites' | 'plays' | 'friendships' | 'friendRequests' | 'albums' | 'users',
    ) =>
      archive.withDatabase(async (db) => {
        const { count } = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      })

    const answers: Record<string, number[]> = {}
    const users = await count('users')
    answers['key'] = await often(redeemAccessKey, { body: { key: accessKey.key_value, uid: who.id } }, who)
    answers['message'] = await often(
      postMessage,
      { body: { message: 'Einmal', clientId: randomUUID() } },
      who,
    )
    answers['favorite'] = await often(
      addFavorite,
      { body: { item_type: 'track', item_id: `/api/stream/${track.file}` } },
      who,
    )
    answers['play'] = await often(recordPlay, { body: { track_id: track.id } }, who)
    answers['friend request'] = await often(requestFriend, { body: { friendId: friend.id } }, who)
    expect(await count('friendRequests')).toBe(1)
    const request = await archive.withDatabase(async (db) =>
      db.selectFrom('friendRequests').select('id').executeTakeFirstOrThrow(),
    )
    answers['accept'] = await often(acceptRequest, { params: { id: request.id } }, friend)
    answers['album'] = await often(addAlbum, { form: () => albumForm({ albumTitel: 'Doppelt' }) }, admin)
    const account = { username: 'einmal', email: 'einmal@beispiel.de', password: 'ein ganz langes Wort' }
    answers['registration'] = await often(register, { body: account })

    const messages = (await writtenMessages(archive)).length
    expect({
      messages,
      messagesAboutAlbums: (await count('chatMessages')) - messages,
      favorites: await count('favorites'),
      plays: await count('plays'),
      friendships: await count('friendships'),
      albums: await count('albums'),
      users: (await count('users')) - users,
    }).toEqual({
      messages: 1,
      messagesAboutAlbums: 2,
      favorites: 1,
      plays: 1,
      friendships: 2,
      albums: 2,
      users: 1,
    })
    const kinds = Object.entries(answers).map(
      ([what, statuses]) =>
        `${what} ${[...new Set(statuses)].toSorted((one, other) => one - other).join('/')}`,
    )
    expect(
      Object.values(answers)
        .flat()
        .filter((status) => status >= 500 || status === 0),
    ).toEqual([])
    report(
      'R-17',
      `${name}: 8 acts, each ${copies} times at once, then with its answer lost and again`,
      `one row each; answered with ${kinds.join(', ')}`,
    )
  })
})
