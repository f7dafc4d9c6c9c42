import { recall } from '#client/remembered.ts'

/** Applies the remembered theme; without one the stylesheet follows the system’s preference. */
export function applyTheme(): void {
  const theme = recall('theme')
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme
}
