import { onStoredElsewhere, getStored, setStored, type StoredValue } from '#client/browser-storage.ts'

/** `system` follows the setting of the device. */
export type Theme = 'system' | StoredValue<'theme'>

/** The theme that was chosen on this device. */
export function chosenTheme(): Theme {
  return getStored('theme') ?? 'system'
}

/** Applies the chosen theme. When the document loads, `/theme.js` does so before the first paint. */
function showTheme(): void {
  const theme = getStored('theme')
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  setStored('theme', theme === 'system' ? undefined : theme)
  showTheme()
}

/**
 * Applies a choice in another tab and calls `changed`.
 * @returns a function that stops it
 */
export function followTheme(changed: () => void): () => void {
  return onStoredElsewhere('theme', () => {
    showTheme()
    changed()
  })
}
