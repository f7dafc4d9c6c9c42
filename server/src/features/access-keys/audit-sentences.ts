import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({ key: z.optional(z.string()) })

const named = (key: string | undefined) => (key === undefined ? '' : ` ${key}`)

const member = (username: string | undefined) => (username === undefined ? 'Mitglied' : `„${username}“`)

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'access-key.make': auditSentence(Note, ({ after }) => `Zugangsschlüssel${named(after.key)} generiert`),
  'access-key.withdraw': auditSentence(
    Note,
    ({ before }) => `Zugangsschlüssel${named(before.key)} zurückgezogen`,
  ),
  'access-key.grant': ({ username }) => `${member(username)} auf Anfrage einen Zugangsschlüssel gegeben`,
  'access-key.reject': ({ username }) => `Anfrage von ${member(username)} nach einem Schlüssel abgelehnt`,
}
