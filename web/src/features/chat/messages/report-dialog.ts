import type { ChatMessage } from '@tonarchiv/contract/chat'
import { create } from 'zustand'

type Reported = Pick<
  ChatMessage,
  'id' | 'userId' | 'content' | 'createdAt' | 'displayName' | 'username' | 'photoURL'
>

/** The message that is to be reported; undefined while the dialog is closed. */
export const useReportDialog = create<{ message: Reported | undefined }>(() => ({ message: undefined }))

/** Opens the dialog in which a member reports a message. */
export function openReport(message: Reported): void {
  useReportDialog.setState({ message })
}

export function closeReport(): void {
  useReportDialog.setState({ message: undefined })
}
