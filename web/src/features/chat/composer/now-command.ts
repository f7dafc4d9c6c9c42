/** The command that shares the current second of the track in the player. A sentence may follow the command. */
const COMMAND = '/jetzt'

/** The sentence after the command; undefined for a text that does not begin with it. */
export function sentenceOfNow(text: string): string | undefined {
  const found = /^\/jetzt(?:\s+(?<sentence>.*))?$/is.exec(text.trim())
  return found ? (found.groups?.['sentence'] ?? '') : undefined
}

/** Whether the command is offered for this text: while it is being typed, and with a sentence after it. */
export function isNowOffered(text: string): boolean {
  const begun = text.trimStart().toLowerCase()
  return begun !== '' && (COMMAND.startsWith(begun) || sentenceOfNow(text) !== undefined)
}
