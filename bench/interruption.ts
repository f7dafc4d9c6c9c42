/** Functions that run when the measurement is interrupted. Code that starts a process registers one. */
const endings = new Set<() => Promise<unknown>>()

/**
 * Registers a function.
 * @returns a function that removes it again, for a normal end
 */
export function onInterruption(end: () => Promise<unknown>): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

/** Runs all functions, the last one first. */
export async function stopAll(): Promise<void> {
  for (const end of [...endings].toReversed()) await end().catch(() => {})
  endings.clear()
}
