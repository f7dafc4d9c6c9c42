/**
 * A pre-rendered screen of a document: the forms, and the outlines of the email links' pages and of the app.
 */
export type PreparedScreen = 'login' | 'register' | 'letter' | 'app'

/** Whether an email link opens this path. See docs/product.md §2.1. */
export function isLinkPath(path: string): boolean {
  return /^\/(?:verify-email$|restore-email$|reset-password\/)/.test(path)
}

/** The form that a path shows to a visitor without a login; undefined for other paths. */
export function preparedScreen(path: string): PreparedScreen | undefined {
  if (isLinkPath(path)) return undefined
  return path === '/register' ? 'register' : 'login'
}
