/** What has to be ended when the run is interrupted; whoever starts something that outlives a call joins in. */
const endings = new Set<() => Promise<unknown>>()

/** @returns the function that takes it out again, for when it has ended in the normal way */
export function onInterruption(end: () => Promise<unknown>): () => void {
  endings.add(end)
  return () => endings.delete(end)
}

/** Ends everything that is running, the last first. */
export async function stopAll(): Promise<void> {
  for (const end of [...endings].toReversed()) await end().catch(() => {})
  endings.clear()
}
