import { create } from 'zustand'

/** Whether the dialog for the own image shows, and how often it was opened: each opening begins anew. */
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
