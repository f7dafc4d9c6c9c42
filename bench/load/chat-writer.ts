import { setTimeout as pause } from 'node:timers/promises'
import { postMessage } from '@tonarchiv/contract/chat'
import { request } from './chat-mix.ts'
import { Connection } from './connection.ts'

/** A message contains its time of sending after this text. Receivers compute the age of the message from it. */
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
 * @param replyTo - the message that the message with this number answers
 * @returns the response times in milliseconds
 */
export async function postAtRate(
  port: number,
  tokens: readonly string[],
  rate: { messages: number; perSecond: number },
  replyTo: (number: number) => string | undefined = () => undefined,
): Promise<number[]> {
  return sendAtRate(port, tokens, rate, (token, number) =>
    request(port, token, postMessage, postMessage.path, { message: newMessage(), replyTo: replyTo(number) }),
  )
}

/**
 * Sends requests at a constant rate, each as another member, whether or not earlier ones have been answered.
 * @returns the response times in milliseconds
 */
export async function sendAtRate(
  port: number,
  tokens: readonly string[],
  { messages, perSecond }: { messages: number; perSecond: number },
  requestOf: (token: string, number: number) => Buffer,
): Promise<number[]> {
  // A connection is opened when all others wait for an answer, because the server ends those without a request.
  const all: Connection[] = []
  const free: Connection[] = []
  const send = async (bytes: Buffer): Promise<number> => {
    const requestedAt = performance.now()
    let connection = free.pop()
    while (connection?.isClosed === true) connection = free.pop()
    if (connection === undefined) {
      connection = await Connection.open(port)
      all.push(connection)
    }
    await connection.request(bytes)
    free.push(connection)
    return performance.now() - requestedAt
  }
  const waits: Promise<number>[] = []
  const begunAt = performance.now()
  try {
    for (let message = 0; message < messages; message += 1) {
      const early = begunAt + (message * 1000) / perSecond - performance.now()
      if (early > 0) await pause(early)
      const token = tokens[message % tokens.length]
      if (token === undefined) throw new Error('There are no members that send')
      waits.push(send(requestOf(token, message)))
    }
    return await Promise.all(waits)
  } finally {
    for (const connection of all) connection.close()
  }
}
