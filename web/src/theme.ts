import { onStoredElsewhere, getStored, setStored, type StoredTheme } from '#client/signed-in-storage.ts'

/** `system` follows the setting of the operating system. */
export type Theme = 'system' | StoredTheme

/** The theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  return getStored('theme') ?? 'system'
}

/** Applies the chosen theme. While the document loads, the script `/theme.js` does the same before the first paint. */
function showTheme(): void {
  const theme = getStored('theme')
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  // Sets the colour of the browser's window frame.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const its = meta.dataset['theme']
    meta.media = theme === undefined ? `(prefers-color-scheme: ${its})` : theme === its ? 'all' : 'not all'
  }
}

const followers = new Set<() => void>()

export function chooseTheme(theme: Theme): void {
  setStored('theme', theme === 'system' ? undefined : theme)
  showTheme()
  for (const changed of followers) changed()
}

/**
 * Calls `changed` after each change of the theme; changes that another tab has made are applied first.
 * @returns a function that unsubscribes
 */
export function followTheme(changed: () => void): () => void {
  followers.add(changed)
  const stop = onStoredElsewhere('theme', () => {
    showTheme()
    changed()
  })
  return () => {
    followers.delete(changed)
    stop()
  }
}
