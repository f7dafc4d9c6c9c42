import { setTimeout as pause } from 'node:timers/promises'

/** Waits until it is so, at most so long. @returns whether it is */
export async function waitUntil(isSo: () => boolean, atMostMs: number): Promise<boolean> {
  const endsAt = performance.now() + atMostMs
  while (!isSo()) {
    if (performance.now() >= endsAt) return false
    await pause(20)
  }
  return true
}
