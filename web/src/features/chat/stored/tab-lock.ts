const lockOf = (tab: string) => `tonarchiv-outbox-${tab}`

/** Shows other tabs that this one is open, until it is closed or the signal is aborted. */
export function holdTabLock(tab: string, signal: AbortSignal): void {
  // Browsers have locks on secure origins only.
  if (!('locks' in navigator)) return
  const ended = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  navigator.locks.request(lockOf(tab), { signal }, () => ended).catch(() => undefined)
}

/**
 * Calls `run` once the other tab is closed, and in one tab at a time. Where the browser has no locks, it runs at once:
 * the server recognises a message that two tabs send.
 */
export async function afterTab(tab: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(tab), { signal }, run)
  else await run()
}
