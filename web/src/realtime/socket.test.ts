import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SocketConnection } from './connection.ts'
import { createSocket } from './socket.ts'

/** A fake WebSocket; the test controls the server's side. */
function createConnection() {
  const target = new EventTarget()
  const sent: unknown[] = []
  const connection: SocketConnection = {
    readyState: WebSocket.OPEN,
    send: (text) => void sent.push(typeof text === 'string' ? JSON.parse(text) : text),
    close: () => undefined,
    addEventListener: target.addEventListener.bind(target),
  }
  return {
    connection,
    sent,
    emit: (message: unknown) =>
      target.dispatchEvent(
        new MessageEvent('message', {
          data: typeof message === 'string' ? message : JSON.stringify(message),
        }),
      ),
    end: (code: number) => target.dispatchEvent(new CloseEvent('close', { code })),
  }
}

function setUp() {
  const connections: ReturnType<typeof createConnection>[] = []
  let wake = () => {}
  let disconnect = () => {}
  let answer = () => {}
  let isOnline = true
  const socket = createSocket({
    open: () => {
      const made = createConnection()
      connections.push(made)
      return made.connection
    },
    beat: (tick) => {
      const timer = setInterval(tick, 10_000)
      return () => clearInterval(timer)
    },
    onWake: (woken) => {
      wake = woken
      return () => undefined
    },
    onOffline: (lost) => {
      disconnect = lost
      return () => undefined
    },
    onReachable: (reachable) => {
      answer = reachable
      return () => undefined
    },
    isOnline: () => isOnline,
    random: () => 0,
    now: Date.now,
  })
  const status = () => socket.state.getState().status
  return {
    socket,
    connections,
    status,
    wake: () => wake(),
    respondByHttp: () => answer(),
    goOffline: () => {
      isOnline = false
      disconnect()
    },
    goOnline: () => {
      isOnline = true
      wake()
    },
    newest: () => connections.at(-1),
  }
}

const HELLO = { type: 'userStatus', full: true, users: [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('opens one connection, delivers its messages in order, and drops invalid ones', () => {
  const { socket, connections, status, newest } = setUp()
  const received: unknown[] = []
  socket.on('chatMessageDeleted', ({ id }) => received.push(id))
  socket.on('archiveChanged', ({ type }) => received.push(type))
  socket.start()
  expect(status()).toBe('connecting')
  newest()?.emit(HELLO)
  newest()?.emit({ type: 'chatMessageDeleted', id: 'a', revision: 1 })
  newest()?.emit('<html>')
  newest()?.emit({ type: 'somethingNew' })
  newest()?.emit({ type: 'archiveChanged' })
  expect(status()).toBe('connected')
  expect(received).toEqual(['a', 'archiveChanged'])
  expect(connections).toHaveLength(1)
})

test('sends a heartbeat every ten seconds, and treats missing replies as a dead connection', () => {
  const { socket, connections, newest, status } = setUp()
  socket.start()
  newest()?.emit(HELLO)
  vi.advanceTimersByTime(20_000)
  expect(newest()?.sent).toEqual([
    { type: 'heartbeat', ask: true },
    { type: 'heartbeat', ask: true },
  ])
  vi.advanceTimersByTime(10_000)
  expect(status()).toBe('connecting')
  vi.advanceTimersByTime(1000)
  expect(connections).toHaveLength(2)
  newest()?.emit(HELLO)
  expect(status()).toBe('connected')
})

test('a connection with replies stays open', () => {
  const { socket, connections, newest } = setUp()
  socket.start()
  newest()?.emit(HELLO)
  for (let second = 0; second < 120; second += 10) {
    vi.advanceTimersByTime(10_000)
    newest()?.emit({ type: 'heartbeat' })
  }
  expect(connections).toHaveLength(1)
})

test('a connection that is dead when the page becomes visible is opened again', () => {
  const { socket, connections, newest, wake } = setUp()
  socket.start()
  newest()?.emit(HELLO)
  vi.setSystemTime(Date.now() + 3_600_000)
  wake()
  vi.advanceTimersByTime(5000)
  expect(connections).toHaveLength(2)
})

test('is disconnected at once when the browser goes offline, and reconnects when it is online again', () => {
  const { socket, connections, newest, status, goOffline, goOnline } = setUp()
  const codes: number[] = []
  socket.onClosed((code) => codes.push(code))
  socket.start()
  newest()?.emit(HELLO)
  goOffline()
  expect(status()).toBe('disconnected')
  // The close event of a socket that was dropped may arrive late; it must not be reported a second time.
  connections[0]?.end(1006)
  expect(codes).toEqual([1006])
  goOnline()
  expect(connections).toHaveLength(2)
  newest()?.emit(HELLO)
  expect(status()).toBe('connected')
})

test('a lost network does not end the attempts', () => {
  const { socket, connections, newest, status, goOffline } = setUp()
  socket.start()
  newest()?.emit(HELLO)
  goOffline()
  // Going offline has no effect if there is no connection.
  goOffline()
  vi.advanceTimersByTime(1000)
  expect(connections).toHaveLength(2)
  newest()?.emit(HELLO)
  expect(status()).toBe('connected')
})

test('messages of an old connection are ignored', () => {
  const { socket, connections, newest } = setUp()
  const received: string[] = []
  socket.on('chatMessageDeleted', ({ id }) => received.push(id))
  socket.start()
  newest()?.emit(HELLO)
  newest()?.end(1006)
  vi.advanceTimersByTime(1000)
  connections[0]?.emit({ type: 'chatMessageDeleted', id: 'old', revision: 1 })
  connections[1]?.emit({ type: 'chatMessageDeleted', id: 'new', revision: 1 })
  expect(received).toEqual(['new'])
})

/** Lets five attempts to connect fail. */
function failFiveTimes({ connections, newest }: Pick<ReturnType<typeof setUp>, 'connections' | 'newest'>) {
  for (const pause of [1, 2, 4, 8, 16]) {
    newest()?.end(1006)
    vi.advanceTimersByTime(pause * 1000)
  }
  expect(connections).toHaveLength(6)
  newest()?.end(1006)
}

test('reconnects by itself after an outage of ten minutes', () => {
  const { socket, connections, newest, status } = setUp()
  socket.start()
  failFiveTimes({ connections, newest })
  expect(status()).toBe('failed')
  for (let round = 0; round < 20; round += 1) {
    vi.advanceTimersByTime(30_000)
    expect(connections).toHaveLength(7 + round)
    newest()?.end(1006)
    expect(status()).toBe('failed')
  }
  vi.advanceTimersByTime(30_000)
  newest()?.emit(HELLO)
  expect(status()).toBe('connected')
})

test('after five attempts it is tried at once when the page becomes visible', () => {
  const { socket, connections, newest, status, wake } = setUp()
  socket.start()
  failFiveTimes({ connections, newest })
  wake()
  expect(connections).toHaveLength(7)
  newest()?.emit(HELLO)
  expect(status()).toBe('connected')
})

test('is tried when the server answers a call, five seconds after the last attempt at the earliest', () => {
  const { socket, connections, newest, respondByHttp } = setUp()
  socket.start()
  failFiveTimes({ connections, newest })
  for (let call = 0; call < 50; call += 1) {
    respondByHttp()
    vi.advanceTimersByTime(20)
  }
  expect(connections).toHaveLength(6)
  vi.advanceTimersByTime(4000)
  expect(connections).toHaveLength(7)
  newest()?.end(1006)
  vi.advanceTimersByTime(10_000)
  expect(connections).toHaveLength(7)
  respondByHttp()
  vi.advanceTimersByTime(0)
  expect(connections).toHaveLength(8)
})

test('emits each heartbeat of an open connection, so that the status is repeated', () => {
  const { socket, newest } = setUp()
  let beats = 0
  socket.onHeartbeat(() => (beats += 1))
  socket.start()
  vi.advanceTimersByTime(10_000)
  expect(beats).toBe(0)
  newest()?.end(1006)
  vi.advanceTimersByTime(1000)
  newest()?.emit(HELLO)
  for (let beat = 1; beat <= 3; beat += 1) {
    vi.advanceTimersByTime(10_000)
    newest()?.emit({ type: 'heartbeat' })
    expect(beats).toBe(beat)
  }
})

test('an attempt without an answer is given up', () => {
  const { socket, connections, status } = setUp()
  socket.start()
  expect(status()).toBe('connecting')
  vi.advanceTimersByTime(11_000)
  expect(connections).toHaveLength(2)
  expect(status()).toBe('error')
})

test('reports why the server closed, and sends nothing to a closed connection', () => {
  const { socket, newest } = setUp()
  const codes: number[] = []
  socket.onClosed((code) => codes.push(code))
  socket.start()
  newest()?.emit(HELLO)
  newest()?.end(SOCKET_CLOSED.noSession)
  socket.send({ type: 'typing', isTyping: true })
  expect(codes).toEqual([SOCKET_CLOSED.noSession])
  expect(newest()?.sent).toEqual([])
})

test('after it is stopped there are no further attempts', () => {
  const { socket, connections, newest, status } = setUp()
  const stop = socket.start()
  newest()?.emit(HELLO)
  stop()
  newest()?.end(1000)
  vi.advanceTimersByTime(60_000)
  expect(status()).toBe('disconnected')
  expect(connections).toHaveLength(1)
})
