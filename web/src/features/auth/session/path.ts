import { useSyncExternalStore } from 'react'

const CHANGED = 'popstate'

function subscribe(changed: () => void): () => void {
  globalThis.addEventListener(CHANGED, changed)
  return () => globalThis.removeEventListener(CHANGED, changed)
}

/**
 * The current path, for the screens before the login, which have no router.
 * @param rendered - the path for which the document is pre-rendered; there is no URL then
 */
export function usePath(rendered?: string): string {
  const here = () => globalThis.location.pathname
  return useSyncExternalStore(subscribe, here, rendered === undefined ? here : () => rendered)
}

/** Opens another path without reloading the document. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  globalThis.dispatchEvent(new PopStateEvent(CHANGED))
}
