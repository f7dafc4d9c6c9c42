import type { ReportReason } from '@tonarchiv/contract/chat-order'

/** The reasons of a report, in the order in which they are offered. */
export const REASONS: readonly { value: ReportReason; label: string }[] = [
  { value: 'attack', label: 'Beleidigung oder Angriff' },
  { value: 'harassment', label: 'Belästigung' },
  { value: 'spam', label: 'Werbung oder Unfug' },
  { value: 'other', label: 'Etwas anderes' },
]

export function reasonText(reason: ReportReason): string {
  return REASONS.find(({ value }) => value === reason)?.label ?? ''
}
