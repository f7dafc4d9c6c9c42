import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({
  title: z.optional(z.string()),
  opensAt: z.optional(z.nullable(z.string())),
})

const quoted = (name: string | undefined) => (name === undefined ? '' : ` „${name}“`)
const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short' })

function at(time: string | null | undefined): string {
  return typeof time === 'string' ? day.format(new Date(time)) : 'ohne Zeitpunkt'
}

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'premiere.set': auditSentence(
    Note,
    ({ after }) => `Premiere von Album${quoted(after.title)} für ${at(after.opensAt)} angesetzt`,
  ),
  'premiere.move': auditSentence(
    Note,
    ({ before, after }) =>
      `Premiere von Album${quoted(after.title)} geändert (${at(before.opensAt)} → ${at(after.opensAt)})`,
  ),
  'premiere.announce': auditSentence(
    Note,
    ({ after }) => `Premiere von Album${quoted(after.title)} im Chat Room angekündigt`,
  ),
  'premiere.cancel': auditSentence(Note, ({ after }) => `Premiere von Album${quoted(after.title)} abgesagt`),
  'premiere.open': auditSentence(
    Note,
    ({ after }) => `Album${quoted(after.title)} ohne Premiere veröffentlicht`,
  ),
}
