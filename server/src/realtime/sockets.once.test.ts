import {
  changeEmail,
  deleteAccount,
  endDevice,
  getMediaTicket,
  logout,
  logoutAll,
} from '@tonarchiv/contract/auth'
import { postMessage } from '@tonarchiv/contract/chat'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

describe('opening a socket', () => {
  test('works with the session token, and with the cookie from a page of ours', async () => {
    const app = await startApp()
    const { token } = await app.signIn()
    await openSocket(app, { token }).ready()
    await openSocket(app, { token, byCookie: true, origin: app.services.config.publicUrl }).ready()
  })

  test('is closed with 4401 without a session, with a wrong one, with a ticket for media, with a cookie without origin', async () => {
    const app = await startApp()
    const member = await app.signIn()
    const { ticket } = await member.call(getMediaTicket, {})
    expect(await openSocket(app, {}).closed()).toBe(SOCKET_CLOSED.noSession)
    expect(await openSocket(app, { token: 'st_falsch' }).closed()).toBe(SOCKET_CLOSED.noSession)
    expect(await openSocket(app, { token: ticket }).closed()).toBe(SOCKET_CLOSED.noSession)
    expect(await openSocket(app, { token: member.token, byCookie: true }).closed()).toBe(
      SOCKET_CLOSED.noSession,
    )
    const two = `${member.token}&token=${member.token}`
    expect(await openSocket(app, { token: two }).closed()).toBe(SOCKET_CLOSED.noSession)
  })

  test('is closed with 4403 for an unverified account', async () => {
    const app = await startApp()
    const { token } = await app.signIn({ emailVerified: false })
    expect(await openSocket(app, { token }).closed()).toBe(SOCKET_CLOSED.unverified)
  })

  test('is refused before it opens for pages of other origins, whatever credential they send', async () => {
    const app = await startApp()
    const { token } = await app.signIn()
    const { host, port } = new URL(app.address)
    const ours = new URL(app.services.config.publicUrl)
    const foreign = [
      'https://fremd.example',
      'null',
      // The host to which the client connects. It does not prove that the page is ours, because any name can resolve to
      // this server.
      app.address,
      `http://fremd.example:${port}`,
      // Origins with another scheme or another port, and with hosts that only begin or end like ours.
      `https://${ours.host}`,
      `http://${ours.hostname}`,
      `http://${ours.hostname}:1`,
      `http://${ours.hostname}.fremd.example`,
      `http://fremd-${ours.host}`,
    ]
    for (const origin of foreign) {
      const headers = {
        host: origin === app.address ? host : new URL('/', origin === 'null' ? 'http://x' : origin).host,
      }
      expect(await openSocket(app, { token, byCookie: true, origin, headers }).closed(), origin).toBe(403)
      expect(await openSocket(app, { token, origin, headers }).closed(), origin).toBe(403)
    }
  })

  test('counts failures by the address that a trusted proxy names, and ignores other headers', async () => {
    const knock = async (app: TestApp, from: string) =>
      openSocket(app, { headers: { 'x-forwarded-for': from } }).closed()
    const behindProxy = await startApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.0/8'] })
    const alone = await startApp({ rateLimitFactor: 1 })
    for (let count = 0; count < 120; count += 1) {
      expect(await knock(behindProxy, '203.0.113.7')).toBe(SOCKET_CLOSED.noSession)
      expect(await knock(alone, `203.0.113.${count}`)).toBe(SOCKET_CLOSED.noSession)
    }
    expect(await knock(behindProxy, '203.0.113.7')).toBe(429)
    // The client made up the entries before the address that the proxy has added.
    expect(await knock(behindProxy, '198.51.100.1, 203.0.113.7')).toBe(429)
    expect(await knock(behindProxy, '203.0.113.8')).toBe(SOCKET_CLOSED.noSession)
    expect(await knock(alone, '203.0.113.200')).toBe(429)
  })

  test('is answered with 404 on other paths, and invalid handshakes do not stop the server', async () => {
    const app = await startApp()
    const answer = async (request: string) => {
      const { port } = new URL(app.address)
      const line = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void line.destroy())
      line.write(request)
      let output = ''
      for await (const chunk of line) output += String(chunk)
      return output.split('\r\n')[0]
    }
    const upgrade = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await answer(`GET /anderswo HTTP/1.1\r\n${upgrade}`)).toBe('HTTP/1.1 404 Not Found')
    expect(await answer(`GET /ws HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 40[05]/)
    await openSocket(app, { token: (await app.signIn()).token }).ready()
  })

  test.each([
    ['no path', 'http://[', 'HTTP/1.1 400 Bad Request'],
    ['half an address', '//[', 'HTTP/1.1 400 Bad Request'],
    ['another host', '//fremd.example/ws', 'HTTP/1.1 400 Bad Request'],
    ['a whole address', 'http://fremd.example/ws', 'HTTP/1.1 400 Bad Request'],
    ['an address that is too long', `/ws?x=${'x'.repeat(2048)}`, 'HTTP/1.1 414 URI Too Long'],
  ])(
    'is refused for a target that is %s, and nothing is logged as a fault',
    async (_what, target, status) => {
      const app = await startApp()
      const logged = vi.spyOn(app.services.log, 'error')
      const { port } = new URL(app.address)
      const connection = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void connection.destroy())
      connection.write(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      )
      let answer = ''
      for await (const chunk of connection) answer += String(chunk)
      expect(answer.split('\r\n')[0]).toBe(status)
      expect(logged).not.toHaveBeenCalled()
    },
  )

  test('has a rate limit for one account, from whatever address', async () => {
    const app = await startApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.0/8'] })
    const outcome = async (token: string, address: string) => {
      const socket = openSocket(app, { token, headers: { 'x-forwarded-for': address } })
      const ended = await Promise.race([socket.ready().then(() => 'open'), socket.closed()])
      socket.close()
      return ended
    }
    const member = await app.signIn()
    const startedAt = performance.now()
    const outcomes: unknown[] = []
    for (let turn = 0; turn < 60; turn += 1) outcomes.push(await outcome(member.token, `203.0.113.${turn}`))
    const opened = outcomes.filter((each) => each === 'open').length
    expect(opened).toBeGreaterThanOrEqual(30)
    expect(opened).toBeLessThanOrEqual(31 + Math.ceil((performance.now() - startedAt) / 1000))
    expect(outcomes).toContain(429)
    // Another account is not affected by the limit, even at an address that the first account has used.
    const other = await app.signIn()
    expect(await outcome(other.token, '203.0.113.1')).toBe('open')
  })

  test('has a rate limit for one subnet, whether it succeeds or not', async () => {
    const app = await startApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.0/8'] })
    const { token } = await app.signIn()
    const outcome = async (address: string, origin: string) =>
      openSocket(app, { token, origin, headers: { 'x-forwarded-for': address } }).closed()
    const startedAt = performance.now()
    const outcomes: number[] = []
    for (let round = 0; round < 35; round += 1)
      outcomes.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, async (_, turn) => outcome(`2001:db8::${turn}`, 'http://fremd.example')),
        )),
      )
    const refused = outcomes.filter((status) => status === 403).length
    expect(refused).toBeGreaterThanOrEqual(600)
    expect(refused).toBeLessThanOrEqual(601 + 10 * Math.ceil((performance.now() - startedAt) / 1000))
    expect(await outcome('2001:db8:0:1::1', 'http://fremd.example')).toBe(403)
  })

  test('is refused without a check for a client subnet with many failures', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    for (let round = 0; round < 6; round += 1)
      await Promise.all(Array.from({ length: 20 }, async () => openSocket(app, { token: 'falsch' }).closed()))
    expect(await openSocket(app, { token: 'falsch' }).closed()).toBe(429)
  })
})

describe('limits of a socket', () => {
  test('the sixth socket of an account replaces its oldest', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const { token } = await app.signIn()
    const sockets: BrowserSocket[] = []
    for (let count = 0; count < 6; count += 1) {
      const socket = openSocket(app, { token })
      await socket.ready()
      sockets.push(socket)
    }
    expect(await sockets[0]?.closed()).toBe(SOCKET_CLOSED.replaced)
    sockets[5]?.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(sockets[5]?.all('heartbeat')).toHaveLength(1))
  })

  test('one client subnet has a hundred at most', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const open = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const { token } = await app.signIn()
        await openSocket(app, { token }).ready()
      }
    }
    await open(100)
    const { token } = await app.signIn()
    expect(await openSocket(app, { token }).closed()).toBe(SOCKET_CLOSED.tryLater)
  })

  test.each([
    ['no JSON', '{"type":'],
    ['an unknown type', '{"type":"befehl"}'],
    ['a known type with wrong fields', '{"type":"typing","isTyping":"ja"}'],
    ['bytes', Buffer.from('{"type":"heartbeat"}')],
    ['a number', '7'],
    ['deep nesting', '['.repeat(2000)],
  ])('rubbish is ignored four times and ends it the fifth time: %s', async (_name, rubbish) => {
    const app = await startApp()
    const { token } = await app.signIn()
    const socket = openSocket(app, { token })
    await socket.ready()
    for (let count = 0; count < 4; count += 1) socket.sendRaw(rubbish)
    socket.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(socket.all('heartbeat')).toHaveLength(1))
    socket.sendRaw(rubbish)
    expect(await socket.closed()).toBe(SOCKET_CLOSED.policy)
  })

  test('a message over 4 KiB closes the socket, one of 4 KiB does not', async () => {
    const app = await startApp()
    const { token } = await app.signIn()
    const padded = (bytes: number) => {
      const message = '{"type":"heartbeat","ask":true,"x":""}'
      return message.replace('""', `"${'x'.repeat(bytes - message.length)}"`)
    }
    const socket = openSocket(app, { token })
    await socket.ready()
    socket.sendRaw(padded(4096))
    await eventually(() => expect(socket.all('heartbeat')).toHaveLength(1))
    socket.sendRaw(padded(4097))
    expect(await socket.closed()).toBe(SOCKET_CLOSED.tooBig)
  })

  test('a flood closes the socket, and others are not affected', async () => {
    const app = await startApp()
    const other = openSocket(app, { token: (await app.signIn()).token })
    const flooder = openSocket(app, { token: (await app.signIn()).token })
    await Promise.all([other.ready(), flooder.ready()])
    for (let count = 0; count < 2000; count += 1) flooder.sendRaw('{"type":"typing","isTyping":true}')
    expect(await flooder.closed()).toBe(SOCKET_CLOSED.policy)
    other.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(other.all('heartbeat')).toHaveLength(1))
    expect(other.all('typing').length).toBeLessThanOrEqual(3)
  })

  test('a slow consumer is disconnected, and its queued messages are dropped', async () => {
    const app = await startApp()
    const writer = await app.signIn()
    const reader = openSocket(app, { token: (await app.signIn()).token })
    const sleeper = openSocket(app, { token: (await app.signIn()).token })
    await Promise.all([reader.ready(), sleeper.ready()])
    sleeper.pause()
    // The connection itself buffers some megabytes before the server has to keep unread bytes.
    let posted = 0
    const isCut = () => app.sockets.count() === 1
    for (let round = 0; round < 400 && !isCut(); round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async () =>
          writer.call(postMessage, { body: { message: '🦜'.repeat(500) } }),
        ),
      )
      posted += 50
    }
    await eventually(() => expect(reader.all('chatMessage')).toHaveLength(posted))
    expect(isCut()).toBe(true)
  })
})

describe('heartbeats', () => {
  test('a member without them is offline after a while, but stays connected while pings are answered, and comes back', async () => {
    const app = await startApp({}, { times: { sweepEveryMs: 50, silentAfterMs: 600 } })
    const sleeper = await app.signIn()
    const watcher = openSocket(app, { token: (await app.signIn()).token })
    const silent = openSocket(app, { token: sleeper.token, beats: false })
    await Promise.all([watcher.ready(), silent.ready()])
    const isOnline = () =>
      watcher
        .all('userStatus')
        .flatMap(({ users }) => users)
        .findLast(({ id }) => id === sleeper.id)?.isOnline
    // Heartbeats are sent slowly enough for the limit of messages. That limit would close the socket on a busy machine.
    const beatUntilOnline = async () => {
      const beats = setInterval(() => silent.send({ type: 'heartbeat' }), 100)
      try {
        await eventually(() => expect(isOnline()).toBe(true))
      } finally {
        clearInterval(beats)
      }
    }
    await beatUntilOnline()
    await eventually(() => expect(isOnline()).toBe(false))
    await beatUntilOnline()
  })

  test('a connection that answers no ping is terminated', async () => {
    const app = await startApp({}, { times: { sweepEveryMs: 50, silentAfterMs: 600 } })
    const dead = openSocket(app, { token: (await app.signIn()).token, beats: false })
    await dead.ready()
    dead.pause()
    await eventually(() => expect(app.sockets.count()).toBe(0))
  })
})

describe('the end of a session', () => {
  const ends: [string, (app: TestApp, member: Awaited<ReturnType<TestApp['signIn']>>) => Promise<unknown>][] =
    [
      ['logging out', async (_app, member) => member.call(logout, {})],
      [
        'deleting the account',
        async (_app, member) => member.call(deleteAccount, { body: { password: member.password } }),
      ],
    ]
  // The database is checked only once a minute. So an event has ended each of these sockets.
  test.each(ends)('%s ends its socket', async (_name, end) => {
    const app = await startApp()
    const member = await app.signIn()
    const stays = openSocket(app, { token: (await app.signIn()).token })
    const socket = openSocket(app, { token: member.token })
    await Promise.all([stays.ready(), socket.ready()])
    await end(app, member)
    expect(await socket.closed()).toBe(SOCKET_CLOSED.noSession)
    expect(socket.all('sessionEnded')).toHaveLength(1)
    stays.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(stays.all('heartbeat')).toHaveLength(1))
  })

  test('an account whose address is no longer verified loses its sockets', async () => {
    const app = await startApp()
    const member = await app.signIn()
    const socket = openSocket(app, { token: member.token })
    await socket.ready()
    await member.call(changeEmail, { body: { email: 'neu@beispiel.de', currentPassword: member.password } })
    expect(await socket.closed()).toBe(SOCKET_CLOSED.unverified)
  })

  test('ending another device or all others closes their sockets, and not one’s own', async () => {
    const app = await startApp()
    const member = await app.signIn()
    const second = await app.anotherSession(member)
    const third = await app.anotherSession(member)
    const [own, other, last] = [member, second, third].map(({ token }) => openSocket(app, { token }))
    await Promise.all([own?.ready(), other?.ready(), last?.ready()])
    await member.call(endDevice, { params: { id: second.sessionId } })
    expect(await other?.closed()).toBe(SOCKET_CLOSED.noSession)
    await member.call(logoutAll, {})
    expect(await last?.closed()).toBe(SOCKET_CLOSED.noSession)
    own?.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(own?.all('heartbeat')).toHaveLength(1))
  })

  test('is found in the database, too, when its event was missed', async () => {
    const app = await startApp({}, { times: { checkEveryMs: 100 } })
    const member = await app.signIn()
    const socket = openSocket(app, { token: member.token })
    await socket.ready()
    await app.services.db.deleteFrom('sessions').where('id', '=', member.sessionId).execute()
    expect(await socket.closed()).toBe(SOCKET_CLOSED.noSession)
  })
})

test('a server that stops closes all sockets with 1001', async () => {
  const app = await startApp()
  const sockets: BrowserSocket[] = []
  for (let count = 0; count < 20; count += 1)
    sockets.push(openSocket(app, { token: (await app.signIn()).token }))
  await Promise.all(sockets.map(async (socket) => socket.ready()))
  await app.close()
  expect(await Promise.all(sockets.map(async (socket) => socket.closed()))).toEqual(
    sockets.map(() => SOCKET_CLOSED.goingAway),
  )
})
