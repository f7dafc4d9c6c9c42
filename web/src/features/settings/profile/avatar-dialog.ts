import { create } from 'zustand'

/** Whether the image dialog is open, and how often it was opened: each opening starts with a new state. */
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
