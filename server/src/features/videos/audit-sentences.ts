import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({ title: z.optional(z.string()) })

const quoted = (title: string | undefined) => (title === undefined ? '' : ` „${title}“`)

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'video.add': auditSentence(Note, ({ after }) => `Video${quoted(after.title)} hinzugefügt`),
  'video.delete': auditSentence(Note, ({ before }) => `Video${quoted(before.title)} gelöscht`),
}
