import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { formatNumber } from '#format.ts'
import { dateText } from '../time/wording.ts'

/** `30.11.2024, 41 Leute, 186 Nachrichten` */
export function eveningText({ openedAt, opensAt, peopleCount, messageCount }: PremiereEvening): string {
  const people = peopleCount === 1 ? '1 Person' : `${formatNumber(peopleCount)} Leute`
  const messages = messageCount === 1 ? '1 Nachricht' : `${formatNumber(messageCount)} Nachrichten`
  return `${dateText(openedAt ?? opensAt)}, ${people}, ${messages}`
}
