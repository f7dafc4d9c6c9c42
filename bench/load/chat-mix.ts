import { setReadMark } from '@tonarchiv/contract/chat'
import { addReaction } from '@tonarchiv/contract/chat-changes'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'

const EMOJIS = ['👍', '🔥', '❤️', '😂', '🎶', '👏', '🙌']
const REACTION = Buffer.from('"kind":"reaction"')

/** Whether a frame carries a reaction. */
export function isReaction(message: Buffer): boolean {
  return message.includes(REACTION)
}

/** The id of the message in a frame; undefined for other frames. */
export function messageIdIn(frame: Buffer): string | undefined {
  const text = frame.toString('utf8')
  return text.startsWith('{"type":"chatMessage"') ? /"id":"([^"]+)"/.exec(text)?.[1] : undefined
}

export function reactionRequest(port: number, token: string, messageId: string, number: number): Buffer {
  const emoji = EMOJIS[number % EMOJIS.length] ?? '👍'
  return request(port, token, addReaction, urlOf(addReaction, { params: { id: messageId, emoji } }))
}

export function readRequest(port: number, token: string, messageId: string): Buffer {
  return request(port, token, setReadMark, setReadMark.path, { lastReadId: messageId })
}

/** A request with an optional JSON body. */
export function request(
  port: number,
  token: string,
  { method }: RouteShape,
  path: string,
  body?: unknown,
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const type = body === undefined ? '' : 'Content-Type: application/json\r\n'
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${type}` +
      `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
