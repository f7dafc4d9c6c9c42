import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Branch = z.object({ people: z.optional(z.number()) })

function person(username: string | undefined): string {
  return username === undefined ? 'Gelöschter Benutzer:' : `Benutzer „${username}“`
}

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'user.make-admin': ({ username }) => `${person(username)} zum Admin gemacht`,
  'user.demote': ({ username }) => `${person(username)} die Admin-Rechte entzogen`,
  'user.take-key': ({ username }) => `${person(username)} den Zugang zum Archiv entzogen`,
  'user.delete': () => 'Benutzer gelöscht',
  'user.delete-branch': auditSentence(Branch, ({ before: { people = 0 } }) =>
    people === 1
      ? 'Benutzer mit 1 Person aus seinem Einladungszweig gelöscht'
      : `Benutzer mit ${people} Personen aus seinem Einladungszweig gelöscht`,
  ),
}
