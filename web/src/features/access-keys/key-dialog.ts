import { create } from 'zustand'

/** Whether the key dialog is open. Several components open it; the shell mounts it. */
export const useKeyDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openKeyDialog(): void {
  useKeyDialog.setState({ isOpen: true })
}

export function closeKeyDialog(): void {
  useKeyDialog.setState({ isOpen: false })
}
