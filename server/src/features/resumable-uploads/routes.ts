import * as contract from '@tonarchiv/contract/uploads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bind } from '#http/bind.ts'
import type { Caller } from '#access/caller.ts'
import { concurrencyLimit } from '#rate-limits/concurrency-limit.ts'
import type { ResumableUploads } from './uploads-of-account.ts'

/** Maximum number of concurrent requests of one account for uploads. One of them may be stuck on a lost connection. */
const AT_ONCE = 4
const RETRY_AFTER_SECONDS = 5

interface TusCall {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export function registerResumableUploads(bind: Bind, uploads: ResumableUploads): void {
  const running = concurrencyLimit(AT_ONCE, RETRY_AFTER_SECONDS)

  async function answer(call: TusCall): Promise<FastifyReply> {
    const leave = running.enter(call.caller.id)
    try {
      const { handleTus } = await import('./answer-tus.ts')
      return await handleTus(uploads, call)
    } finally {
      leave()
    }
  }

  bind(contract.createUpload, answer)
  bind(contract.lookAtUpload, answer)
  bind(contract.continueUpload, answer)
  bind(contract.dropUpload, answer)
}
