import { onStoredElsewhere, getStored, setStored, type StoredValue } from '#client/browser-storage.ts'

/** `system` follows what the device prefers. */
export type Theme = 'system' | StoredValue<'theme'>

/** What was chosen on this device. */
export function chosenTheme(): Theme {
  return getStored('theme') ?? 'system'
}

/** Shows the chosen theme. When the document loads, `/theme.js` has done so before the first paint. */
function showTheme(): void {
  const theme = getStored('theme')
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  setStored('theme', theme === 'system' ? undefined : theme)
  showTheme()
}

/** Follows a choice in another tab and calls back. Returns the way to stop. */
export function followTheme(changed: () => void): () => void {
  return onStoredElsewhere('theme', () => {
    showTheme()
    changed()
  })
}
