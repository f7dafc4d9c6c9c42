import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  uploadDate: z.optional(z.string()),
})

const quoted = (title: string | undefined) => (title === undefined ? '' : ` „${title}“`)

/** `12.05.2023` from `2023-05-12`. */
function germanDay(day: string | undefined): string {
  return (day ?? '').split('-').toReversed().join('.')
}

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'video.add': auditSentence(Note, ({ after }) => `Video${quoted(after.title)} hinzugefügt`),
  'video.update': auditSentence(Note, ({ before, after }) => {
    const changes = [
      before.title === after.title ? '' : `in „${after.title}“ umbenannt`,
      before.uploadDate === after.uploadDate ? '' : `Datum ${germanDay(after.uploadDate)}`,
      before.description === after.description ? '' : 'Beschreibung geändert',
    ].filter((change) => change !== '')
    return `Video${quoted(before.title)}: ${changes.length === 0 ? 'gespeichert' : changes.join(', ')}`
  }),
  'video.thumbnail': auditSentence(
    Note,
    ({ after }) => `Vorschaubild von Video${quoted(after.title)} geändert`,
  ),
  'video.delete': auditSentence(Note, ({ before }) => `Video${quoted(before.title)} gelöscht`),
}
