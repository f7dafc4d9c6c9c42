import { create } from 'zustand'

/** The member whose profile is open. */
export const useProfileDialog = create<{ userId: string | undefined }>(() => ({ userId: undefined }))

export function openProfile(userId: string): void {
  useProfileDialog.setState({ userId })
}

export function closeProfile(): void {
  useProfileDialog.setState({ userId: undefined })
}
