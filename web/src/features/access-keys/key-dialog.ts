import { create } from 'zustand'

/** Whether the key dialog shows; many places open it, the shell holds it. */
export const useKeyDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openKeyDialog(): void {
  useKeyDialog.setState({ isOpen: true })
}

export function closeKeyDialog(): void {
  useKeyDialog.setState({ isOpen: false })
}
