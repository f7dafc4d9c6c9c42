import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'

const Note = z.object({ name: z.string() })

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'app-password.make': ({ username, after }) => {
    const owner = username === undefined ? 'Gelöschter Benutzer' : `Benutzer „${username}“`
    const name = Note.safeParse(after).data?.name
    return `${owner}: App-Passwort${name === undefined ? '' : ` „${name}“`} erstellt`
  },
}
