import type { AuditSentence } from '#feature.ts'

function person(username: string | undefined): string {
  return username === undefined ? 'Gelöschter Benutzer:' : `Benutzer „${username}“`
}

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'user.make-admin': ({ username }) => `${person(username)} zum Admin gemacht`,
  'user.demote': ({ username }) => `${person(username)} die Admin-Rechte entzogen`,
  'user.take-key': ({ username }) => `${person(username)} den Zugang zum Archiv entzogen`,
  'user.delete': () => 'Benutzer gelöscht',
}
