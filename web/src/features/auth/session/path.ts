import { useSyncExternalStore } from 'react'

const CHANGED = 'popstate'

function subscribe(changed: () => void): () => void {
  globalThis.addEventListener(CHANGED, changed)
  return () => globalThis.removeEventListener(CHANGED, changed)
}

/**
 * The current path, for the screens before the login, which have no router. `rendered` is the path for which
 * the document is pre-rendered, where there is no URL.
 */
export function usePath(rendered?: string): string {
  const here = () => globalThis.location.pathname
  return useSyncExternalStore(subscribe, here, rendered === undefined ? here : () => rendered)
}

/** Navigates to another path without loading the document. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  globalThis.dispatchEvent(new PopStateEvent(CHANGED))
}
