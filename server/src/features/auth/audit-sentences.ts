import type { AuditSentence } from '#feature.ts'

export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'user.reset-factors': ({ username }) =>
    `${username === undefined ? 'Gelöschter Benutzer' : `Benutzer „${username}“`}: Passkeys und zweiter Faktor zurückgesetzt`,
}
