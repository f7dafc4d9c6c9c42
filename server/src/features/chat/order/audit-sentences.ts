import * as z from 'zod/mini'
import type { AuditSentence } from '#feature.ts'

const Note = z.object({
  hours: z.optional(z.number()),
  reason: z.optional(z.string()),
  seconds: z.optional(z.number()),
  isOn: z.optional(z.boolean()),
})

const LENGTHS: Readonly<Record<number, string>> = { 1: '1 Stunde', 24: '1 Tag', 168: '7 Tage' }

const name = (username: string | undefined) => (username === undefined ? 'Mitglied' : `„${username}“`)
const because = (reason = '') => (reason === '' ? '' : ` (Grund: ${reason})`)

/** Entries that do not match are treated as empty. */
const noteIn = (value: unknown): z.infer<typeof Note> => Note.safeParse(value).data ?? {}

/** The acts of admins in the chat, in the audit log. */
export const auditSentences: Readonly<Record<string, AuditSentence>> = {
  'chat.delete': () => 'Nachricht im Chat gelöscht',
  'chat.pin': () => 'Nachricht im Chat angepinnt',
  'chat.unpin': () => 'Nachricht im Chat nicht mehr angepinnt',
  'chat.mute': ({ username, after }) => {
    const { hours = 0, reason } = noteIn(after)
    return `${name(username)} im Chat stummgeschaltet, ${LENGTHS[hours] ?? `${hours} Stunden`}${because(reason)}`
  },
  'chat.unmute': ({ username }) => `Stummschaltung von ${name(username)} aufgehoben`,
  'chat.ban': ({ username, after }) =>
    `${name(username)} aus dem Chat ausgeschlossen${because(noteIn(after).reason)}`,
  'chat.unban': ({ username }) => `Ausschluss von ${name(username)} aus dem Chat aufgehoben`,
  'chat.slow': ({ before, after }) => {
    const [from = 0, to = 0] = [noteIn(before).seconds, noteIn(after).seconds]
    return to === 0
      ? 'Langsamen Modus des Chats ausgeschaltet'
      : `Langsamer Modus des Chats ${from} s → ${to} s`
  },
  'chat.upload-cards': ({ after }) =>
    `Karten für Hochgeladenes im Chat ${noteIn(after).isOn === true ? 'eingeschaltet' : 'ausgeschaltet'}`,
  'chat.close-report': () => 'Meldung im Chat geschlossen',
}
