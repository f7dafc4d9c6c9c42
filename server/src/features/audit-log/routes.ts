import { listAdminActs, type AdminAct } from '@tonarchiv/contract/admin'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { operator } from './admin-acts.ts'
import type { Describe } from './sentences.ts'
import { type ActRow, listActs } from './store.ts'

export function registerAdminActs(bind: Bind, { db }: Services, describe: Describe): void {
  bind(listAdminActs, async ({ query: { limit, before } }) => {
    const acts = await listActs(db, { limit: limit + 1, before })
    return { acts: acts.slice(0, limit).map((row) => toWire(row, describe)), hasMore: acts.length > limit }
  })
}

function toWire(row: ActRow, describe: Describe): AdminAct {
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
