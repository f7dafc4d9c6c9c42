import * as contract from '@tonarchiv/contract/uploads'
import { rateLimited } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bind } from '#http/bind.ts'
import type { Caller } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { ResumableUploads } from './uploads-of-account.ts'

/** Most concurrent requests of one account for uploads. One of them may hang on a lost connection. */
const AT_ONCE = 4
const RETRY_AFTER_SECONDS = 5

interface TusCall {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export function registerResumableUploads(bind: Bind, uploads: ResumableUploads): void {
  const running = new Map<string, number>()

  async function answer(call: TusCall): Promise<FastifyReply> {
    const { id } = call.caller
    const others = running.get(id) ?? 0
    if (others >= AT_ONCE) {
      const values = { n: RETRY_AFTER_SECONDS }
      throw new Refused(rateLimited, { values, retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    running.set(id, others + 1)
    try {
      const { handleTus } = await import('./answer-tus.ts')
      return await handleTus(uploads, call)
    } finally {
      const left = (running.get(id) ?? 1) - 1
      if (left === 0) running.delete(id)
      else running.set(id, left)
    }
  }

  bind(contract.createUpload, answer)
  bind(contract.lookAtUpload, answer)
  bind(contract.continueUpload, answer)
  bind(contract.dropUpload, answer)
}
