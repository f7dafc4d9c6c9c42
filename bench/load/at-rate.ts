import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'

/** So many connections share what is asked of a server. */
const CONNECTIONS = 50

interface Rate {
  perSecond: number
  seconds: number
}

/**
 * Asks at an even pace, over all servers in turn, whether or not what came before has been answered.
 * @returns milliseconds from the moment a request was due to the end of its answer
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

/** Asks as fast as answers come. @returns answers a second */
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
