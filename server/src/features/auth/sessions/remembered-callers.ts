import type { Caller } from '#access/caller.ts'
import type { Services } from '#services.ts'

/** Rights that ended in another process hold on for so long. docs/security-requirements.md A-09: at most 1 s. */
const KEPT_MS = 500
const KEPT = 2000

/** Who showed which credential a moment ago, for players that ask for one range after the other. */
export interface RememberedCallers {
  /** Who it was, or who it is by asking; only the known are remembered. */
  find(shown: string, ask: () => Promise<Caller | undefined>): Promise<Caller | undefined>
}

export function rememberedCallers({ announcements }: Pick<Services, 'announcements'>): RememberedCallers {
  const kept = new Map<string, { caller: Caller; until: number }>()
  /** Counts the times of forgetting: what was asked before one of them may be out of date. */
  let age = 0
  const forget = () => {
    age += 1
    kept.clear()
  }
  announcements.listen('sessionsEnded', forget)
  announcements.listen('accessChanged', forget)
  announcements.listen('accountDeleted', forget)

  return {
    find: async (shown, ask) => {
      const known = kept.get(shown)
      if (known !== undefined && known.until > performance.now()) return known.caller
      const askedAt = age
      const caller = await ask()
      if (caller === undefined || age !== askedAt) return caller
      if (kept.size >= KEPT) kept.clear()
      kept.set(shown, { caller, until: performance.now() + KEPT_MS })
      return caller
    },
  }
}
