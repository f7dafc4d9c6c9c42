import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence, changeOf, changeOfSize, changeOfText } from '#features/audit-log/index.ts'

const Note = z.object({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  uploadDate: z.optional(z.string()),
  /** The size of a new thumbnail. */
  sizeBytes: z.optional(z.number()),
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
      changeOf('Datum', germanDay(before.uploadDate), germanDay(after.uploadDate)),
      changeOfText('Beschreibung', before.description, after.description),
    ].filter((change) => change !== '')
    return `Video${quoted(before.title)}: ${changes.length === 0 ? 'gespeichert' : changes.join(', ')}`
  }),
  'video.thumbnail': auditSentence(
    Note,
    ({ before, after }) =>
      `Vorschaubild von Video${quoted(after.title)} geändert${changeOfSize(before.sizeBytes, after.sizeBytes)}`,
  ),
  'video.delete': auditSentence(Note, ({ before }) => `Video${quoted(before.title)} gelöscht`),
}
