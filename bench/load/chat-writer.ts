import { setTimeout as pause } from 'node:timers/promises'
import { postMessage } from '@tonarchiv/contract/chat'
import { Connection } from './connection.ts'

/** The text in a message that precedes the time of sending. With that time receivers measure the age of the message. */
const MARK = 'gesendet='

/** Milliseconds since this message was sent, by the clock of this process; undefined for other messages. */
export function ageOf(message: Buffer): number | undefined {
  const at = message.indexOf(MARK)
  if (at === -1) return undefined
  const digits = /^[\d.]+/.exec(message.toString('latin1', at + MARK.length, at + MARK.length + 24))?.[0]
  return digits === undefined ? undefined : performance.now() - Number(digits)
}

/** The text of a new message. */
export function newMessage(): string {
  return `Habt ihr das neue Album schon gehört? Ich finde es großartig. ${MARK}${performance.now()} `
}

/**
 * Posts messages at a constant rate, each as another member, whether or not earlier ones have been answered.
 * @returns the response times in milliseconds
 */
export async function postAtRate(
  port: number,
  tokens: readonly string[],
  { messages, perSecond }: { messages: number; perSecond: number },
): Promise<number[]> {
  const connections = await Promise.all(tokens.map(async () => Connection.open(port)))
  const waits: Promise<number>[] = []
  const begunAt = performance.now()
  try {
    for (let message = 0; message < messages; message += 1) {
      const early = begunAt + (message * 1000) / perSecond - performance.now()
      if (early > 0) await pause(early)
      const connection = connections[message % connections.length]
      const token = tokens[message % tokens.length]
      if (connection === undefined || token === undefined) throw new Error('Nobody writes')
      waits.push(post(connection, port, token))
    }
    return await Promise.all(waits)
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function post(connection: Connection, port: number, token: string): Promise<number> {
  const body = JSON.stringify({ message: newMessage() })
  const requestedAt = performance.now()
  await connection.request(
    Buffer.from(
      `${postMessage.method} ${postMessage.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  )
  return performance.now() - requestedAt
}
