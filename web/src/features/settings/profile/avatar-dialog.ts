import { create } from 'zustand'

/**
 * Whether the dialog for the member's image is open. `openings` counts how many times it was opened; each time it
 * starts with a new state.
 */
export const useAvatarDialog = create<{ isOpen: boolean; openings: number }>(() => ({
  isOpen: false,
  openings: 0,
}))

export function openAvatarDialog(): void {
  useAvatarDialog.setState(({ openings }) => ({ isOpen: true, openings: openings + 1 }))
}

export function closeAvatarDialog(): void {
  useAvatarDialog.setState({ isOpen: false })
}
