import { shownTitle } from '@tonarchiv/contract/catalog'
import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'
import { auditSentence } from '#features/audit-log/index.ts'

const Note = z.object({ title: z.string(), album: z.string(), lyrics: z.string() })

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'track.lyrics': auditSentence(Note, ({ before, after: { title = '', album = '', lyrics = '' } }) => {
    const of = `Songtext von Track „${shownTitle(title)}“ in „${album}“`
    const was = before.lyrics ?? ''
    if (was === '') return `${of} hinzugefügt: „${lyrics}“`
    if (lyrics === '') return `${of} entfernt: „${was}“`
    return `${of} geändert: „${was}“ → „${lyrics}“`
  }),
}
