/** Does something that can wait, once the browser has nothing better to do. Returns the way to stop. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback; a second later it is mostly idle.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
