import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition holds, with a timeout. @returns whether it holds */
export async function waitUntil(isSo: () => boolean, atMostMs: number): Promise<boolean> {
  const endsAt = performance.now() + atMostMs
  while (!isSo()) {
    if (performance.now() >= endsAt) return false
    await pause(20)
  }
  return true
}
