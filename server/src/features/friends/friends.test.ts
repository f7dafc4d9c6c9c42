import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import {
  acceptRequest,
  compareFriends,
  listFriends,
  OPEN_REQUESTS_MAX,
  rejectRequest,
  removeFriend,
  requestFriend,
  searchPeople,
  withdrawRequest,
} from '@tonarchiv/contract/friends'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { makeFriends } from '#testing/friendship.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp } from '#testing/start-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function twoPeople() {
  const app = await startApp()
  const [anna, bert] = [await app.signIn({ username: 'anna' }), await app.signIn({ username: 'bert' })]
  const ask = async () => {
    const { request } = await anna.call(requestFriend, { body: { friendId: bert.id } })
    return request?.id ?? ''
  }
  const countsOf = async (who: typeof anna) => {
    const { friends, friendRequests, sentRequests } = await who.call(listFriends, {})
    return [friends.length, friendRequests.length, sentRequests.length]
  }
  return { app, anna, bert, ask, countsOf }
}

test('a request is listed on both sides until it is accepted, then both are friends', async () => {
  const { anna, bert, ask, countsOf } = await twoPeople()
  const id = await ask()
  expect(await countsOf(anna)).toEqual([0, 0, 1])
  expect(await countsOf(bert)).toEqual([0, 1, 0])
  const { friendRequests } = await bert.call(listFriends, {})
  expect(friendRequests[0]).toMatchObject({
    id,
    fromUser: { id: anna.id, username: 'anna', displayName: 'anna', photoURL: null },
    toUser: { id: bert.id },
  })
  const { friend } = await bert.call(acceptRequest, { params: { id } })
  expect(friend).toMatchObject({ id: anna.id, username: 'anna', isOnline: false, customStatus: '' })
  expect(await countsOf(anna)).toEqual([1, 0, 0])
  expect(await countsOf(bert)).toEqual([1, 0, 0])
})

test('a request can be declined, withdrawn, and sent again; either friend can end the friendship', async () => {
  const { anna, bert, ask, countsOf } = await twoPeople()
  await anna.call(withdrawRequest, { params: { id: await ask() } })
  expect([await countsOf(anna), await countsOf(bert)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  await bert.call(acceptRequest, { params: { id: await ask() } })
  await anna.call(removeFriend, { params: { id: bert.id } })
  expect([await countsOf(anna), await countsOf(bert)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  await bert.call(rejectRequest, { params: { id: await ask() } })
  expect([await countsOf(anna), await countsOf(bert)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('a rejected request may be repeated after seven days, three times; the other side may ask at once', async () => {
  const { app, ...people } = await twoPeople()
  let { anna, bert } = people
  /** Sessions end meanwhile. */
  const pass = async (milliseconds: number) => {
    app.passTime(milliseconds)
    anna = await app.anotherSession(anna)
    bert = await app.anotherSession(bert)
  }
  const ask = async () => (await anna.call(requestFriend, { body: { friendId: bert.id } })).request?.id ?? ''
  const reject = async (id: string) => bert.call(rejectRequest, { params: { id } })
  const refused = async () => {
    const { status, body } = await anna.refusal(requestFriend, { body: { friendId: bert.id } })
    return [status, body.code]
  }
  await reject(await ask())
  for (let repeated = 0; repeated < 3; repeated += 1) {
    await pass(7 * DAY_MS - 60_000)
    expect(await refused()).toEqual([409, 'REQUEST_PAUSED'])
    await pass(60_000)
    await reject(await ask())
  }
  await pass(30 * DAY_MS)
  expect(await refused()).toEqual([409, 'REQUESTS_EXHAUSTED'])
  expect(await anna.call(exportAccount, {})).toMatchObject({
    friends: { rejectedRequests: [{ toUsername: 'bert', count: 4 }] },
  })
  const { request } = await bert.call(requestFriend, { body: { friendId: anna.id } })
  await anna.call(acceptRequest, { params: { id: request?.id ?? '' } })
  expect(await people.countsOf(anna)).toEqual([1, 0, 0])
  // A friendship deletes the rejections, so that requests are possible again after it.
  await bert.call(removeFriend, { params: { id: anna.id } })
  await ask()
})

test('a withdrawn request may be sent again at once', async () => {
  const { anna, ask } = await twoPeople()
  await anna.call(withdrawRequest, { params: { id: await ask() } })
  await ask()
})

test('an impossible request is rejected with its reason', async () => {
  const { anna, bert, ask } = await twoPeople()
  const refused = async (friendId: string) =>
    (await anna.refusal(requestFriend, { body: { friendId } })).body.code
  expect(await refused(anna.id)).toBe('FRIEND_SELF')
  expect(await refused('niemand')).toBe('USER_NOT_FOUND')
  const id = await ask()
  expect(await refused(bert.id)).toBe('ALREADY_REQUESTED')
  await bert.call(acceptRequest, { params: { id } })
  expect(await refused(bert.id)).toBe('ALREADY_FRIENDS')
  expect((await bert.refusal(requestFriend, { body: { friendId: anna.id } })).body.code).toBe(
    'ALREADY_FRIENDS',
  )
  expect((await bert.refusal(acceptRequest, { params: { id } })).body.code).toBe('FRIEND_REQUEST_NOT_FOUND')
  expect((await bert.refusal(removeFriend, { params: { id: 'niemand' } })).body.code).toBe('FRIEND_NOT_FOUND')
  expect((await anna.refusal(requestFriend, { body: {} })).status).toBe(400)
})

test('a member cannot act on requests of others, and only on their own side of a request', async () => {
  const { app, anna, bert, ask, countsOf } = await twoPeople()
  const outsider = await app.signIn({ isAdmin: true })
  const id = await ask()
  const codes = [
    await outsider.refusal(acceptRequest, { params: { id } }),
    await outsider.refusal(rejectRequest, { params: { id } }),
    await outsider.refusal(withdrawRequest, { params: { id } }),
    await anna.refusal(acceptRequest, { params: { id } }),
    await anna.refusal(rejectRequest, { params: { id } }),
    await bert.refusal(withdrawRequest, { params: { id } }),
  ].map(({ status }) => status)
  expect(codes).toEqual([404, 404, 404, 404, 404, 404])
  expect([await countsOf(anna), await countsOf(bert)]).toEqual([
    [0, 0, 1],
    [0, 1, 0],
  ])
})

test('two members who send each other requests at the same time become friends, once', async () => {
  const { app } = await twoPeople()
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [await app.signIn(), await app.signIn()]
    const answers = await Promise.all([
      one.call(requestFriend, { body: { friendId: other.id } }),
      other.call(requestFriend, { body: { friendId: one.id } }),
    ])
    expect(answers.filter(({ friend }) => friend !== undefined)).toHaveLength(1)
    for (const who of [one, other]) {
      const { friends, friendRequests, sentRequests } = await who.call(listFriends, {})
      expect([friends.length, friendRequests.length, sentRequests.length]).toEqual([1, 0, 0])
    }
  }
})

test('of many copies of a call one takes effect', async () => {
  const { anna, bert, countsOf } = await twoPeople()
  const statuses = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
  const copies = <T>(call: () => Promise<T>) => Array.from({ length: 20 }, async () => call())
  expect(await statuses(copies(async () => anna.call(requestFriend, { body: { friendId: bert.id } })))).toBe(
    1,
  )
  const id = (await bert.call(listFriends, {})).friendRequests[0]?.id ?? ''
  expect(await statuses(copies(async () => bert.call(acceptRequest, { params: { id } })))).toBe(1)
  expect([await countsOf(anna), await countsOf(bert)]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ])
})

test('requests are limited per hour, and by the number of pending ones', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const hasty = await app.signIn()
  const people = []
  for (let count = 0; count < 21; count += 1) people.push(await app.signIn())
  for (const { id } of people.slice(0, 20)) await hasty.call(requestFriend, { body: { friendId: id } })
  const refused = await hasty.refusal(requestFriend, { body: { friendId: people[20]?.id } })
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const roomy = await startApp()
  const asker = await roomy.signIn()
  const { db } = roomy.services
  for (let count = 0; count < OPEN_REQUESTS_MAX; count += 1) {
    const { id } = await roomy.signIn()
    const row = { id: `anfrage${count}`, fromId: asker.id, toId: id, pair: `${count}`, createdAt: 'x' }
    await db.insertInto('friendRequests').values(row).execute()
  }
  const last = await roomy.signIn()
  expect((await asker.refusal(requestFriend, { body: { friendId: last.id } })).body.code).toBe(
    'TOO_MANY_OPEN_REQUESTS',
  )
})

test('both sides are notified of every change, others are not', async () => {
  const { app, anna, bert, ask } = await twoPeople()
  const [hers, his, another] = [anna, bert, await app.signIn()].map(({ token }) => openSocket(app, { token }))
  await Promise.all([hers?.ready(), his?.ready(), another?.ready()])
  const received = async (times: number) =>
    eventually(() =>
      expect([hers, his].map((socket) => socket?.all('friendsChanged').length)).toEqual([times, times]),
    )
  const id = await ask()
  await received(1)
  await bert.call(acceptRequest, { params: { id } })
  await received(2)
  await bert.call(removeFriend, { params: { id: anna.id } })
  await received(3)
  await bert.call(rejectRequest, { params: { id: await ask() } })
  await received(5)
  expect(another?.all('friendsChanged')).toEqual([])
})

test('a friend’s online state and status are those of the list of members; a deleted account is not listed', async () => {
  const { app, anna, bert, ask } = await twoPeople()
  await bert.call(acceptRequest, { params: { id: await ask() } })
  const socket = openSocket(app, { token: bert.token })
  await socket.ready()
  socket.send({ type: 'userStatus', customStatus: 'Im Archiv' })
  const friend = async () => (await anna.call(listFriends, {})).friends[0]
  await eventually(async () =>
    expect(await friend()).toMatchObject({ isOnline: true, customStatus: 'Im Archiv' }),
  )
  await bert.call(updateProfile, { body: { customStatus: 'Backt Brot', displayName: 'Bert Brot' } })
  await eventually(async () =>
    expect(await friend()).toMatchObject({ displayName: 'Bert Brot', customStatus: 'Backt Brot' }),
  )
  await bert.call(deleteAccount, { body: { password: bert.password } })
  expect((await anna.call(listFriends, {})).friends).toEqual([])
})

test('who may hear only a part of the archive sees that friends listen, and never to what', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const open = await addByForm(admin, { albumTitel: 'Tagwerk', artists: ['Ada'], tracks: ['Morgenlied'] })
  const closed = await addByForm(admin, {
    albumTitel: 'Nachtwerk',
    artists: ['Bo'],
    cover: 'cover.jpg',
    tracks: ['Abendlied'],
  })
  const [openId = '', closedId = ''] = [open.tracks[0]?.id, closed.tracks[0]?.id]
  const mara = await signInScoped(app, { kind: 'albums', albumIds: [open.albumId], hasVideos: false })
  const [tom, eva, whole] = [await app.signIn(), await app.signIn(), await app.signIn()]
  await makeFriends(tom, whole)
  const sockets = [tom, eva].map(({ token }) => openSocket(app, { token }))
  const play = async (id: string) => {
    for (const socket of sockets) {
      await socket.ready()
      socket.send({ type: 'userStatus', customStatus: 'Im Archiv', currentTrack: { id }, isPlaying: true })
      await socket.handled()
    }
  }
  const seenBy = async (who: typeof mara) =>
    (await who.call(listFriends, {})).friends.map(({ customStatus }) => customStatus)
  await play(closedId)
  await eventually(async () => expect(await seenBy(whole)).toEqual(['Hört Abendlied']))
  const { request } = await tom.call(requestFriend, { body: { friendId: mara.id } })
  await eva.call(requestFriend, { body: { friendId: mara.id } })
  const answers = [
    await mara.call(acceptRequest, { params: { id: request?.id ?? '' } }),
    await mara.call(requestFriend, { body: { friendId: eva.id } }),
  ]
  expect(answers.map(({ friend }) => friend?.customStatus)).toEqual(['Hört Musik', 'Hört Musik'])
  expect(await seenBy(mara)).toEqual(['Hört Musik', 'Hört Musik'])
  const texts = JSON.stringify([answers, await mara.call(listFriends, {})])
  for (const mark of ['Abendlied', 'Nachtwerk', '"Bo"', closedId, closed.albumId, '/api/cover'])
    expect(texts).not.toContain(mark)
  // As in the list of members, this holds for every track of the archive.
  await play(openId)
  await eventually(async () => expect(await seenBy(whole)).toEqual(['Hört Morgenlied']))
  expect(await seenBy(mara)).toEqual(['Hört Musik', 'Hört Musik'])
})

test('friends are sorted by the name that is shown, as in the browser', async () => {
  const app = await startApp()
  const me = await app.signIn()
  for (const [username, displayName] of [
    ['anton', 'Rille 10'],
    ['Berta', 'Rille 9'],
    ['zora', 'Äther'],
  ] as const) {
    const friend = await app.signIn({ username })
    await friend.call(updateProfile, { body: { displayName } })
    await me.call(requestFriend, { body: { friendId: friend.id } })
    await friend.call(requestFriend, { body: { friendId: me.id } })
  }
  const { friends } = await me.call(listFriends, {})
  expect(friends.map(({ username }) => username)).toEqual(['zora', 'Berta', 'anton'])
  expect(friends).toEqual(friends.toSorted(compareFriends))
})

test('members are found by a part of their username or name, prefixes first, twenty at most, without the caller', async () => {
  const app = await startApp()
  const me = await app.signIn({ username: 'sucher-rosa' })
  await app.signIn({ username: 'alpenrosa' })
  await app.signIn({ username: 'rosalinde' })
  await app.signIn({ username: 'unbestaetigt-rosa', emailVerified: false })
  const kurt = await app.signIn({ username: 'kurt' })
  await kurt.call(updateProfile, { body: { displayName: 'Kürt Größe_%' } })
  const find = async (q: string) =>
    (await me.call(searchPeople, { query: { q } })).users.map(({ username }) => username)
  expect(await find('rosa')).toEqual(['rosalinde', 'alpenrosa'])
  expect(await find(' ROSA ')).toEqual(['rosalinde', 'alpenrosa'])
  expect(await find('größe')).toEqual(['kurt'])
  expect(await find('GROSSE')).toEqual(['kurt'])
  expect(await find('_%"')).toEqual([])
  expect(await find('se_%')).toEqual(['kurt'])
  const short = await me.refusal(searchPeople, { query: { q: 'ro' } })
  expect([short.status, short.body.fields]).toEqual([400, { q: 'Bitte gib mindestens 3 Zeichen ein' }])
  for (let count = 0; count < 25; count += 1) await app.signIn({ username: `viele${count}` })
  expect(await find('viele')).toHaveLength(20)
})

test('the search contains the relation to each found member', async () => {
  const { anna, bert, ask } = await twoPeople()
  const relation = async (who: typeof anna, q: string) =>
    (await who.call(searchPeople, { query: { q } })).users[0]
  expect(await relation(anna, 'bert')).toMatchObject({ relation: 'none', requestId: null })
  const id = await ask()
  expect(await relation(anna, 'bert')).toMatchObject({ relation: 'sent', requestId: id })
  expect(await relation(bert, 'anna')).toMatchObject({ relation: 'received', requestId: id })
  await bert.call(acceptRequest, { params: { id } })
  expect(await relation(anna, 'bert')).toMatchObject({ relation: 'friend', requestId: null })
})
