const lockOf = (tab: string) => `tonarchiv-outbox-${tab}`

/**
 * Holds a lock that shows other tabs that this one is open, until it is closed or the signal is aborted. Resolves when
 * the lock is held. If a message were stored before that, another tab could take it for one of a closed tab.
 */
export async function holdTabLock(tab: string, signal: AbortSignal): Promise<void> {
  // Browsers have locks on secure origins only.
  if (!('locks' in navigator)) return
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const ended = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  const hold = () => {
    resolve()
    return ended
  }
  navigator.locks.request(lockOf(tab), { signal }, hold).catch(() => resolve())
  await held
}

/**
 * Calls `run` once the other tab is closed, and in one tab at a time. Where the browser has no locks, it runs at once:
 * the server recognises a message that two tabs send.
 */
export async function afterTab(tab: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(tab), { signal }, run)
  else await run()
}
