import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Caller } from '#access/caller.ts'

/** The author of a change: an admin in a request, or the operator on the command line. */
export interface Actor {
  id: string
  sessionId?: string
  address?: string
  requestId?: string
}

export const operator: Actor = { id: 'operator' }

export function actorOf(caller: Caller, request: FastifyRequest): Actor {
  return { id: caller.id, sessionId: caller.sessionId, address: request.ip, requestId: request.id }
}

interface AuditAction {
  /** The name of the action, such as `album.add`. */
  action: string
  /** The id of the row that was changed. */
  target: string
  before?: unknown
  after?: unknown
}

const insertAct = prepared<Selectable<Schema['adminActs']>, unknown>((db, slot) =>
  db.insertInto('adminActs').values({
    id: slot('id'),
    at: slot('at'),
    actorId: slot('actorId'),
    sessionId: slot('sessionId'),
    address: slot('address'),
    requestId: slot('requestId'),
    action: slot('action'),
    target: slot('target'),
    before: slot('before'),
    after: slot('after'),
  }),
)

/** Records an audit event. Call it with the transaction that makes the change. */
export async function recordAuditEvent(
  db: Executor,
  actor: Actor,
  at: Date,
  { action, target, before, after }: AuditAction,
): Promise<void> {
  await insertAct(db, {
    id: newId(),
    at: at.toISOString(),
    actorId: actor.id,
    sessionId: actor.sessionId ?? null,
    address: actor.address ?? null,
    requestId: actor.requestId ?? null,
    action,
    target,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  })
}
