import { listAuditEvents, type AuditEvent } from '@tonarchiv/contract/admin'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { operator } from './audit-log.ts'
import type { Describe } from './sentences.ts'
import { type AuditEventRow, selectAuditEvents } from './store.ts'

export function registerAuditLog(bind: Bind, { db }: Services, describe: Describe): void {
  bind(listAuditEvents, async ({ query: { limit, before } }) => {
    const acts = await selectAuditEvents(db, { limit: limit + 1, before })
    return { acts: acts.slice(0, limit).map((row) => toWire(row, describe)), hasMore: acts.length > limit }
  })
}

function toWire(row: AuditEventRow, describe: Describe): AuditEvent {
  const name = row.actorName ?? row.actorUsername
  return {
    id: row.id,
    at: row.at,
    by: row.actorId === operator.id ? 'Kommandozeile' : name,
    text: describe({ ...row, before: noteIn(row.before), after: noteIn(row.after) }),
  }
}

function noteIn(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json)
}
