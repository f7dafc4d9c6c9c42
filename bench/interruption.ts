/** Functions that run when the measurement is interrupted; code that starts a process registers one. */
const endings = new Set<() => Promise<unknown>>()

/** @returns a function that unregisters it, for after a normal end */
export function onInterruption(end: () => Promise<unknown>): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

/** Ends everything that is running, the last first. */
export async function stopAll(): Promise<void> {
  for (const end of [...endings].toReversed()) await end().catch(() => {})
  endings.clear()
}
