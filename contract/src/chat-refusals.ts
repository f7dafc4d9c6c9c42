import { refusal } from './refusal.ts'

/* Refusals that calls of several files of the chat share. */

/** Maximum number of conversations that a member may begin in a day. See docs/product.md §12.13. */
export const NEW_CONVERSATIONS_PER_DAY = 30

/** The refusal when there is no such conversation, or the caller does not take part in it. */
export const conversationNotFound = refusal(404, 'CONVERSATION_NOT_FOUND', 'Gespräch nicht gefunden')
export const messageNotFound = refusal(404, 'MESSAGE_NOT_FOUND', 'Nachricht nicht gefunden')
/** The caller is banned from the room. */
export const chatBanned = refusal(403, 'CHAT_BANNED', 'Du bist aus dem Chat ausgeschlossen')
export const chatMuted = refusal(403, 'CHAT_MUTED', 'Du bist zurzeit stumm')
/** `{n}` is the number of seconds to wait, also in `Retry-After`. */
export const chatSlow = refusal(429, 'CHAT_SLOW', 'Langsamer Modus: Warte noch {n} Sekunden')
export const conversationEnded = refusal(403, 'CONVERSATION_ENDED', 'Ihr könnt euch nicht mehr schreiben.')
/** `{name}` is the other member of the conversation. */
export const waitForFriend = refusal(403, 'WAIT_FOR_FRIEND', 'Warte, bis {name} dich als Freund hat.')
export const tooManyConversations = refusal(
  429,
  'TOO_MANY_CONVERSATIONS',
  `Du hast heute ${NEW_CONVERSATIONS_PER_DAY} neue Gespräche begonnen. Morgen geht es weiter, laufende Gespräche sind nicht betroffen.`,
)
