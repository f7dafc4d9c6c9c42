import { createHmac, randomUUID } from 'node:crypto'
import type { Log } from '#platform/log.ts'
import { type Bus, createTopicRouter } from './bus.ts'

/** How often this process publishes a message to itself, and after which time without it the bus counts as down. */
const ECHO_EVERY_MS = 1000
const SILENT_AFTER_MS = 3000
const CONNECT_WITHIN_MS = 3000
const RETRY_AT_MOST_MS = 1000

interface RedisBusOptions {
  url: string
  /**
   * A secret of the installation. All processes of the installation have it, other installations on the same Redis do
   * not.
   */
  secret: string
  log: Log
}

/**
 * A bus over one Redis channel. Redis may be unavailable at any time, even at the start. Then no messages are
 * delivered, `isUp` returns false, and the bus reconnects.
 */
export async function openRedisBus({ url, secret, log }: RedisBusOptions): Promise<Bus> {
  const { Redis } = await import('ioredis')
  const self = randomUUID()
  // The channel name is derived from the secret, because database numbers do not separate channels in Redis.
  const channel = `tonarchiv:${createHmac('sha256', secret).update('bus').digest('base64url').slice(0, 22)}`
  const echoChannel = `${channel}:echo:${self}`
  const options = {
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    // Messages are not queued while Redis is unavailable. A late message is useless, because a process that reconnects
    // reads the database.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times: number) => Math.min(50 * 2 ** times, RETRY_AT_MOST_MS),
  }
  const publisher = new Redis(url, options)
  const listener = new Redis(url, { ...options, autoResubscribe: false })
  let isClosed = false
  let isUp = false
  let lastEchoAt = performance.now()
  const returns: (() => void)[] = []
  const gaps: (() => void)[] = []
  const emitGap = () => {
    for (const handler of gaps) handler()
  }

  const isAlone = () => isClosed || publisher.status !== 'ready'
  const router = createTopicRouter(
    self,
    (text) => void publisher.publish(channel, text).catch(() => {}),
    isAlone,
    (error) => log.error({ err: error }, 'a message of another process could not be handled'),
  )

  function setUp(up: boolean): void {
    if (isUp === up || isClosed) return
    isUp = up
    if (up) {
      log.info('the bus carries messages')
      for (const handler of returns) handler()
    } else log.warn('the bus carries no messages')
    emitGap()
  }

  for (const client of [publisher, listener]) {
    // Each failed attempt is logged at debug level; the loss of the bus is logged once.
    client.on('error', (error) => log.debug({ err: error }, 'Redis cannot be reached'))
    client.on('close', () => setUp(false))
  }
  listener.on('ready', () => {
    listener.subscribe(channel, echoChannel).catch(() => listener.disconnect(true))
  })
  listener.on('message', (from, text) => {
    if (isClosed) return
    if (from === echoChannel) {
      lastEchoAt = performance.now()
      setUp(true)
    } else router.receive(text)
  })

  /**
   * Checks that this process receives its own messages. Only this proves that both directions work, even when the
   * connection has died without an error.
   */
  function listenForEcho(): void {
    if (!isUp) emitGap()
    if (publisher.status === 'ready') publisher.publish(echoChannel, '').catch(() => {})
    if (performance.now() - lastEchoAt < SILENT_AFTER_MS) return
    lastEchoAt = performance.now()
    setUp(false)
    for (const client of [publisher, listener]) if (client.status === 'ready') client.disconnect(true)
  }
  const echo = setInterval(listenForEcho, ECHO_EVERY_MS)

  // The clients retry by themselves when this fails.
  await Promise.all([publisher, listener].map((client) => client.connect().catch(() => {})))
  listenForEcho()

  return {
    self,
    topic: router.topic,
    isAlone,
    isUp: () => isUp,
    onReturn: (handler) => void returns.push(handler),
    onGap: (handler) => void gaps.push(handler),
    close: async () => {
      isClosed = true
      clearInterval(echo)
      for (const client of [publisher, listener]) client.disconnect()
    },
  }
}
