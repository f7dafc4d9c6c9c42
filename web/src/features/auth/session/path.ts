import { useSyncExternalStore } from 'react'

const CHANGED = 'popstate'

function subscribe(changed: () => void): () => void {
  globalThis.addEventListener(CHANGED, changed)
  return () => globalThis.removeEventListener(CHANGED, changed)
}

/**
 * The path of the address, for the screens before login: they come without a router. `rendered` is the path for
 * which the document was made, where there is no address yet.
 */
export function usePath(rendered?: string): string {
  const here = () => globalThis.location.pathname
  return useSyncExternalStore(subscribe, here, rendered === undefined ? here : () => rendered)
}

/** Goes to another path of ours without loading the document. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  globalThis.dispatchEvent(new PopStateEvent(CHANGED))
}
