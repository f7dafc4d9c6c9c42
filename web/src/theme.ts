import { onRememberedElsewhere, recall, remember, type Remembered } from '#client/remembered.ts'

/** `system` follows what the device prefers. */
export type Theme = 'system' | Remembered<'theme'>

/** What was chosen on this device. */
export function chosenTheme(): Theme {
  return recall('theme') ?? 'system'
}

/** Shows the chosen theme. When the document loads, `/theme.js` has done so before the first paint. */
function showTheme(): void {
  const theme = recall('theme')
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme === 'system' ? undefined : theme)
  showTheme()
}

/** Follows a choice in another tab and calls back. Returns the way to stop. */
export function followTheme(changed: () => void): () => void {
  return onRememberedElsewhere('theme', () => {
    showTheme()
    changed()
  })
}
