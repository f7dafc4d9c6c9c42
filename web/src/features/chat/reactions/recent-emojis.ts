import * as z from 'zod/mini'
import { useMemo } from 'react'
import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'

/** Maximum number of stored emojis: one row of the picker. */
const KEPT = 8
/** These emojis complete the list while an account has used fewer than `KEPT`. */
const USUAL = ['🔥', '❤️', '😂', '👏', '🎧', '😍', '🥁', '📼']

const Stored = z.object({
  accountId: z.string(),
  emojis: z.array(z.string().check(z.maxLength(32))).check(z.maxLength(KEPT)),
})

function read(accountId: string): readonly string[] {
  try {
    const stored = Stored.parse(JSON.parse(getStored('recentEmojis') ?? ''))
    return stored.accountId === accountId ? stored.emojis : []
  } catch {
    return []
  }
}

/** Incremented with each use, so that components that show the recent emojis render again. */
const useUses = create(() => 0)

/** Stores an emoji as the one that the account has used last on this device. */
export function rememberEmoji(accountId: string, emoji: string): void {
  const emojis = [emoji, ...read(accountId).filter((each) => each !== emoji)].slice(0, KEPT)
  setStored('recentEmojis', JSON.stringify({ accountId, emojis }))
  useUses.setState((uses) => uses + 1, true)
}

/** The emojis that an account has used last on this device, newest first, filled up with usual ones. */
export function useRecentEmojis(accountId: string): readonly string[] {
  const uses = useUses()
  // `uses` is a dependency, because the stored emojis change with each use.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => [...new Set([...read(accountId), ...USUAL])].slice(0, KEPT), [accountId, uses])
}
