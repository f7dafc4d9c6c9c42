import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'

/** Number of connections that share the requests to a server. */
const CONNECTIONS = 50

interface Rate {
  perSecond: number
  seconds: number
}

/**
 * Sends requests at a constant rate, to all servers in turn, whether or not earlier ones have been answered.
 * @returns milliseconds from the time a request was due to the end of its response
 */
export async function requestAtRate(
  ports: readonly number[],
  requestOf: (number: number, port: number) => Buffer,
  { perSecond, seconds }: Rate,
): Promise<number[]> {
  const messages = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const port = ports[index % ports.length] ?? 0
      return { port, connection: await Connection.open(port), last: Promise.resolve() }
    }),
  )
  const waits: number[] = []
  const begunAt = performance.now()
  try {
    for (let number = 0; number < perSecond * seconds; number += 1) {
      const dueAt = begunAt + (number * 1000) / perSecond
      const early = dueAt - performance.now()
      if (early > 0) await pause(early)
      const message = messages[number % messages.length]
      if (message === undefined) throw new Error('Nobody asks')
      message.last = message.last.then(async () => {
        await message.connection.request(requestOf(number, message.port))
        waits.push(performance.now() - dueAt)
      })
    }
    await Promise.all(messages.map(async ({ last }) => last))
    return waits
  } finally {
    for (const { connection } of messages) connection.close()
  }
}

/**
 * Sends the next request as soon as a response has arrived.
 * @returns responses per second
 */
export async function requestAtFullSpeed(
  ports: readonly number[],
  requestOf: (number: number, port: number) => Buffer,
  seconds: number,
): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const port = ports[index % ports.length] ?? 0
      return { port, connection: await Connection.open(port) }
    }),
  )
  let answers = 0
  const begunAt = performance.now()
  const endsAt = begunAt + seconds * 1000
  try {
    await Promise.all(
      connections.map(async ({ port, connection }) => {
        while (performance.now() < endsAt) {
          await connection.request(requestOf(answers, port))
          answers += 1
        }
      }),
    )
    return answers / ((performance.now() - begunAt) / 1000)
  } finally {
    for (const { connection } of connections) connection.close()
  }
}
