import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'

/** Maximum number of accounts of this browser whose choice is stored; the oldest choice is dropped first. */
const ACCOUNTS_MAX = 20

const read = () => (getStored('momentDotsOff') ?? '').split(' ').filter((id) => id !== '')

/** The accounts that have switched the dots off in this browser. */
const useAccounts = create<{ ids: readonly string[] }>(() => ({ ids: read() }))

/** Whether this account sees dots on waveforms. */
export function useAreDotsShown(userId: string | undefined): boolean {
  return useAccounts(({ ids }) => userId !== undefined && !ids.includes(userId))
}

export function showDots(userId: string, isShown: boolean): void {
  const others = read().filter((id) => id !== userId)
  const ids = isShown ? others : [...others, userId].slice(-ACCOUNTS_MAX)
  setStored('momentDotsOff', ids.length === 0 ? undefined : ids.join(' '))
  useAccounts.setState({ ids })
}
