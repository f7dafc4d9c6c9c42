import * as z from 'zod/mini'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import type { LeftPosition } from './exchange-parts.ts'

/** For this many milliseconds, a stored position replaces that of the server. Later, another device may have played. */
const VALID_MS = 30_000

const Stored = z.object({
  userId: z.string(),
  trackId: z.string(),
  positionSeconds: z.number().check(z.minimum(0)),
  leftAt: z.number(),
})

/** Stores in this tab where an account was in a track when the page was unloaded. */
export function keepLeftPosition(userId: string, left: LeftPosition): void {
  setStored('playerPosition', JSON.stringify({ userId, ...left, leftAt: Date.now() }))
}

/** Reads and removes what `keepLeftPosition` has stored; undefined if it is of another account or too old. */
export function takeLeftPosition(userId: string): LeftPosition | undefined {
  const text = getStored('playerPosition')
  setStored('playerPosition', undefined)
  if (text === undefined) return undefined
  try {
    const { data } = Stored.safeParse(JSON.parse(text))
    const age = Date.now() - (data?.leftAt ?? 0)
    return data?.userId === userId && age >= 0 && age < VALID_MS ? data : undefined
  } catch {
    return undefined
  }
}
