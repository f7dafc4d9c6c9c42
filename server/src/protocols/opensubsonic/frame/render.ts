import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type AnswerFormat, formatOf, formatOfError, readsPlainXml } from './answer-format.ts'
import type { ErrorAnswer } from './errors.ts'
import { bodyOf } from './kept-answers.ts'
import { partsOf } from './render-xml.ts'
import { integer } from './shape.ts'

/** The fields that describe the server in every response. */
export interface ServerDescription {
  version: '1.16.1'
  type: string
  serverVersion: string
  openSubsonic: true
}

/** The fields of every response, without those of the endpoint. */
const Envelope = z.object({
  status: z.enum(['ok', 'failed']),
  version: z.string(),
  type: z.string(),
  serverVersion: z.string(),
  openSubsonic: z.boolean(),
})
const ErrorShape = z.object({
  error: z.object({ code: integer, message: z.string(), helpUrl: z.string() }),
})
const envelopeParts = partsOf(Envelope)

const CONTENT_TYPES: Readonly<Record<AnswerFormat['kind'], string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonp: 'text/javascript; charset=utf-8',
}

/** Sends the response of an endpoint. */
export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  shape: z.ZodMiniObject,
  answer: object,
) => void

/** Returns functions that send responses and errors. The status is always 200, as the protocol demands. */
export function renderer(server: ServerDescription): {
  sendAnswer: SendAnswer
  sendError: (request: FastifyRequest, reply: FastifyReply, error: ErrorAnswer) => void
} {
  function send(
    reply: FastifyReply,
    { format, status, isPlain }: { format: AnswerFormat; status: 'ok' | 'failed'; isPlain: boolean },
    shape: z.ZodMiniObject,
    answer: object,
  ): void {
    const envelope = { status, ...server }
    const body =
      format.kind === 'xml'
        ? bodyOf(answer, isPlain ? 'plain xml' : 'xml', () => xmlOf(envelope, shape, answer, isPlain))
        : bodyOf(answer, 'json', () => JSON.stringify({ 'subsonic-response': { ...envelope, ...answer } }))
    void reply
      .status(200)
      .type(CONTENT_TYPES[format.kind])
      // The comment keeps the caller from choosing the first bytes of the answer.
      .send(format.kind === 'jsonp' ? `/**/${format.callback}(${body.toString()});` : body)
  }

  return {
    sendAnswer: (request, reply, shape, answer) =>
      send(
        reply,
        { format: formatOf(request), status: 'ok', isPlain: readsPlainXml(request) },
        shape,
        answer,
      ),
    sendError: (request, reply, error) =>
      send(reply, { format: formatOfError(request), status: 'failed', isPlain: true }, ErrorShape, { error }),
  }
}

const partsOfAnswers = new WeakMap<z.ZodMiniObject, ReturnType<typeof partsOf>>()

function xmlOf(envelope: object, shape: z.ZodMiniObject, answer: object, isPlain: boolean): string {
  let parts = partsOfAnswers.get(shape)
  if (parts === undefined) {
    parts = partsOf(shape)
    partsOfAnswers.set(shape, parts)
  }
  let start = '<?xml version="1.0" encoding="UTF-8"?>\n<subsonic-response xmlns="http://subsonic.org/restapi"'
  for (const write of envelopeParts.attributes) start += write(envelope, isPlain)
  let content = ''
  for (const write of parts.children) content += write(answer, isPlain)
  return content === '' ? `${start}/>` : `${start}>${content}</subsonic-response>`
}
