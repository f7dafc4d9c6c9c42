import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({
  key: z.optional(z.string()),
  count: z.optional(z.number()),
  note: z.optional(z.nullable(z.string())),
  expiresAt: z.optional(z.nullable(z.string())),
  takesBack: z.optional(z.boolean()),
  people: z.optional(z.number()),
})
type Note = z.infer<typeof Note>

const named = (key: string | undefined) => (key === undefined ? '' : ` ${key}`)

const member = (username: string | undefined) => (username === undefined ? 'Mitglied' : `„${username}“`)

/** „Zugangsschlüssel K7-4M2Q-9XFA“, „12 Zugangsschlüssel („Stadtteilfest“)“; in the dative behind a preposition. */
function keysText({ count = 1, key, note }: Partial<Note>, isDative = false): string {
  const plural = isDative ? 'Zugangsschlüsseln' : 'Zugangsschlüssel'
  const keys = count === 1 ? `Zugangsschlüssel${named(key)}` : `${count} ${plural}`
  return typeof note === 'string' ? `${keys} („${note}“)` : keys
}

function withdrawalText(before: Partial<Note>, { takesBack = false, people = 0 }: Partial<Note>): string {
  const text = `${keysText(before)} zurückgezogen`
  if (!takesBack || people === 0) return text
  return `${text} und ${people === 1 ? '1 Person' : `${people} Personen`} den Zugang daraus genommen`
}

/** A day in German, by the clock of this machine. */
const dayText = (at: string) => new Date(at).toLocaleDateString('de-DE', { dateStyle: 'medium' })

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'access-key.make': auditSentence(Note, ({ after }) => `Zugangsschlüssel${named(after.key)} generiert`),
  'access-key.make-batch': auditSentence(Note, ({ after }) => `${keysText(after)} generiert`),
  'access-key.note': auditSentence(Note, ({ before, after }) =>
    typeof after.note === 'string'
      ? `Notiz von ${keysText({ ...before, note: null }, true)} geändert: „${after.note}“`
      : `Notiz von ${keysText({ ...before, note: null }, true)} entfernt`,
  ),
  'access-key.expiry': auditSentence(Note, ({ before, after }) =>
    typeof after.expiresAt === 'string'
      ? `${keysText(before)}: einlösbar bis ${dayText(after.expiresAt)}`
      : `${keysText(before)}: einlösbar ohne Ende`,
  ),
  'access-key.withdraw': auditSentence(
    Note,
    ({ before }) => `Zugangsschlüssel${named(before.key)} zurückgezogen`,
  ),
  'access-key.withdraw-batch': auditSentence(Note, ({ before, after }) => withdrawalText(before, after)),
  'access-key.take-back': ({ username, before }) =>
    `${member(username)} den Zugang aus ${keysText(Note.safeParse(before).data ?? {}, true)} genommen`,
  'access-key.grant': ({ username }) => `${member(username)} auf Anfrage einen Zugangsschlüssel gegeben`,
  'access-key.reject': ({ username }) => `Anfrage von ${member(username)} nach einem Schlüssel abgelehnt`,
}
