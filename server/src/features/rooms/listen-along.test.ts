import { randomUUID } from 'node:crypto'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { blockMember } from '@tonarchiv/contract/friends'
import { answerListenAlong, cancelListenAlong, listenAlong } from '@tonarchiv/contract/listen-along'
import { joinRoom, joinRoomInvited, leaveRoom, listRooms, openRoom } from '@tonarchiv/contract/rooms'
import { updateProfile } from '@tonarchiv/contract/users'
import { describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { makeFriends } from '#testing/friendship.ts'
import { addAlbum } from '#testing/listening-room.ts'
import { callers, startApp, type TestApp, type TestEnvironment } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

/** A tab of a member that plays this track. */
async function play(app: TestApp, { token }: Pick<Member, 'token'>, trackId: string): Promise<BrowserSocket> {
  const tab = openSocket(app, { token })
  await tab.ready()
  const currentTrack = { id: trackId, title: '', artist: '' }
  tab.send({ type: 'userStatus', customStatus: 'Im Archiv', currentTrack, isPlaying: true })
  return tab
}

/** Mila plays a track on two devices, one of them at another process. Okan wants to listen along. */
async function listeners({ times }: Pick<TestEnvironment, 'times'> = {}) {
  const hub = memoryHub()
  const settings = { secret: randomUUID().repeat(2) }
  const environment = { hub, ...(times && { times }) }
  const app = await startApp(settings, environment)
  const second = await startApp(settings, { ...environment, beside: app })
  const { tracks } = await addAlbum(app)
  const trackId = tracks[0]?.id ?? ''
  const [mila, okan] = [await app.signIn({ username: 'mila' }), await app.signIn({ username: 'okan' })]
  const desktop = await play(app, mila, trackId)
  const phone = openSocket(second, mila)
  const tab = openSocket(app, okan)
  await Promise.all([phone.ready(), tab.ready()])
  const params = { id: mila.id }
  const asked = async () => {
    const { request } = await eventually(async () => okan.call(listenAlong, { params }))
    return request?.id ?? ''
  }
  const elsewhere = callers(second.address, mila.token)
  const yes = { isAccepted: true, trackId, positionMs: 42_000 } as const
  return { app, mila, okan, desktop, phone, tab, params, asked, elsewhere, yes }
}

describe('listening along', () => {
  test('asks on all devices, and a yes at one of them opens a room with what plays', async () => {
    const { mila, okan, desktop, phone, tab, asked, elsewhere, yes } = await listeners()
    const requestId = await asked()
    for (const device of [desktop, phone])
      await eventually(() =>
        expect(device.all('listenRequested')).toMatchObject([{ requestId, person: { id: okan.id } }]),
      )
    const answers = await Promise.allSettled([
      mila.call(answerListenAlong, { params: { id: requestId }, body: yes }),
      elsewhere.call(answerListenAlong, { params: { id: requestId }, body: yes }),
    ])
    const [opened] = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.room] : []))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(opened).toMatchObject({
      state: { name: 'Hörraum von mila', hostId: mila.id, playback: { positionMs: 42_000, isPlaying: true } },
      entries: [{ track: { title: 'Tinte' } }],
    })
    const roomId = opened?.state.roomId ?? ''
    for (const device of [desktop, phone, tab])
      await eventually(() =>
        expect(device.all('listenAnswered')).toMatchObject([{ requestId, roomId, person: { id: mila.id } }]),
      )
    expect((await okan.call(joinRoom, { params: { id: roomId } })).room.people).toHaveLength(2)
  })

  test('of who is in a room already joins it without a question', async () => {
    const { mila, okan, desktop, asked, params, yes } = await listeners()
    const { room } = await mila.call(answerListenAlong, { params: { id: await asked() }, body: yes })
    const roomId = room?.state.roomId
    expect(await okan.call(listenAlong, { params })).toEqual({ roomId, request: null })
    await desktop.handled()
    expect(desktop.all('listenRequested')).toHaveLength(1)
    await mila.call(updateProfile, { body: { showListening: false } })
    await eventually(async () =>
      expect((await okan.refusal(listenAlong, { params })).body.code).toBe('NOT_LISTENING'),
    )
    await mila.call(updateProfile, { body: { showListening: true } })
    await mila.call(leaveRoom, { params: { id: roomId ?? '' } })
    await eventually(async () =>
      expect(await okan.call(listenAlong, { params })).toMatchObject({ roomId: null }),
    )
  })

  test('needs no press of who lets friends listen, and one of theirs by others', async () => {
    const { app, mila, desktop, params, asked } = await listeners()
    await mila.call(updateProfile, { body: { letsFriendsListen: true } })
    const questions = () => desktop.all('listenRequested').map(({ isAllowed }) => isAllowed)
    await asked()
    await eventually(() => expect(questions()).toEqual([false]))
    const lene = await app.signIn()
    await makeFriends(mila, lene)
    await eventually(async () => lene.call(listenAlong, { params }))
    await eventually(() => expect(questions()).toEqual([false, true]))
    await mila.call(updateProfile, { body: { letsFriendsListen: false } })
    const tom = await app.signIn()
    await makeFriends(mila, tom)
    await tom.call(listenAlong, { params })
    await eventually(() => expect(questions()).toEqual([false, true, false]))
  })

  test('of who is in a room for invited members asks, and a yes is an invitation', async () => {
    const { app, mila, okan, tab, asked, yes } = await listeners()
    const body = { name: 'Kellerprobe', isInviteOnly: true, added: { trackIds: [yes.trackId] } }
    const { room: own } = await mila.call(openRoom, { body })
    const { roomId, inviteCode } = own.state
    const requestId = await asked()
    expect(JSON.stringify(tab.got)).not.toContain(roomId)
    await mila.call(answerListenAlong, { params: { id: requestId }, body: yes })
    await eventually(() =>
      expect(tab.all('listenAnswered')).toMatchObject([{ requestId, roomId, inviteCode }]),
    )
    const invited = { params: { id: roomId }, body: { code: inviteCode ?? '' } }
    expect((await okan.call(joinRoomInvited, invited)).room.people).toHaveLength(2)
    const lene = await app.signIn()
    expect((await lene.refusal(joinRoom, { params: { id: roomId } })).body.code).toBe('ROOM_INVITED_ONLY')
  })

  test('ends with a no, which opens no room and holds for one question', async () => {
    const { mila, okan, tab, asked } = await listeners()
    const requestId = await asked()
    expect(await asked()).toBe(requestId)
    const no = { params: { id: requestId }, body: { isAccepted: false } } as const
    expect(await mila.call(answerListenAlong, no)).toEqual({ room: null })
    await eventually(() => expect(tab.all('listenAnswered')).toMatchObject([{ requestId, roomId: null }]))
    expect((await mila.refusal(answerListenAlong, no)).body.code).toBe('LISTEN_REQUEST_OVER')
    expect((await okan.call(listRooms, {})).rooms).toEqual([])
    expect(await asked()).not.toBe(requestId)
  })

  test('is taken back by who has asked, on all devices, and by no one else', async () => {
    const { app, mila, okan, tab, desktop, phone, asked, yes } = await listeners()
    const requestId = await asked()
    const params = { id: requestId }
    for (const member of [mila, await app.signIn()])
      expect((await member.refusal(cancelListenAlong, { params })).body.code).toBe('LISTEN_REQUEST_OVER')
    expect(await okan.call(cancelListenAlong, { params })).toEqual({ success: true })
    for (const device of [tab, desktop, phone])
      await eventually(() =>
        expect(device.all('listenAnswered')).toMatchObject([{ requestId, roomId: null, isCancelled: true }]),
      )
    expect((await okan.refusal(cancelListenAlong, { params })).body.code).toBe('LISTEN_REQUEST_OVER')
    const late = await mila.refusal(answerListenAlong, { params, body: yes })
    expect(late.body.code).toBe('LISTEN_REQUEST_OVER')
    expect(await asked()).not.toBe(requestId)
  })

  test('ends without an answer after its time', async () => {
    const { mila, tab, desktop, asked, yes } = await listeners({ times: { listenAnsweredWithinMs: 100 } })
    const requestId = await asked()
    for (const device of [tab, desktop])
      await eventually(() =>
        expect(device.all('listenAnswered')).toMatchObject([{ requestId, roomId: null }]),
      )
    const late = await mila.refusal(answerListenAlong, { params: { id: requestId }, body: yes })
    expect(late.body.code).toBe('LISTEN_REQUEST_OVER')
  })

  test('asks no one who is hidden, hides what they listen to, plays nothing, or is the caller', async () => {
    const { app, mila, okan, asked, params, yes } = await listeners()
    const requestId = await asked()
    const codeOf = async (member: Member, id: string) =>
      (await member.refusal(listenAlong, { params: { id } })).body.code
    const tom = await app.signIn()
    expect(await codeOf(okan, tom.id)).toBe('NOT_LISTENING')
    expect(await codeOf(okan, okan.id)).toBe('USER_NOT_FOUND')
    expect(await codeOf(okan, 'gibt-es-nicht')).toBe('USER_NOT_FOUND')
    // Only who was asked may answer.
    for (const member of [okan, tom]) {
      const answer = await member.refusal(answerListenAlong, { params: { id: requestId }, body: yes })
      expect(answer.body.code).toBe('LISTEN_REQUEST_OVER')
    }
    await mila.call(updateProfile, { body: { showListening: false } })
    await eventually(async () => expect(await codeOf(okan, mila.id)).toBe('NOT_LISTENING'))
    await mila.call(updateProfile, { body: { showListening: true } })
    await mila.call(blockMember, { params: { id: okan.id } })
    await eventually(async () => expect(await codeOf(okan, mila.id)).toBe('USER_NOT_FOUND'))
    const answer = await mila.refusal(answerListenAlong, { params: { id: requestId }, body: yes })
    expect(answer.body.code).toBe('LISTEN_REQUEST_OVER')
    await tom.call(listenAlong, { params })
  })

  test('at most three wait for the same member, and their questions leave with an account', async () => {
    const { app, mila, okan, asked, params } = await listeners()
    await asked()
    const others = [await app.signIn(), await app.signIn()]
    for (const other of others) await other.call(listenAlong, { params })
    const fourth = await app.signIn()
    const refused = await fourth.refusal(listenAlong, { params })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    const { listeningRooms } = await okan.call(exportAccount, {})
    expect(listeningRooms).toMatchObject({ questions: [{ targetId: mila.id }] })
    await okan.call(deleteAccount, { body: { password: okan.password } })
    await fourth.call(listenAlong, { params })
  })
})
