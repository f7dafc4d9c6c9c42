import type { AuditSentence } from '#feature.ts'

const member = (username: string | undefined) =>
  username === undefined ? 'Gelöschter Benutzer:' : `Benutzer „${username}“`

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'invitations.bar': ({ username }) => `${member(username)} die Einladungen gesperrt`,
  'invitations.unbar': ({ username }) => `${member(username)} die Einladungen freigegeben`,
}
