import { create } from 'zustand'

/** Whether the dialog with the list of keyboard shortcuts is open. */
export const useShortcutHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function showShortcutHelp(): void {
  useShortcutHelp.setState({ isOpen: true })
}

export function closeShortcutHelp(): void {
  useShortcutHelp.setState({ isOpen: false })
}
