/**
 * A pre-rendered screen of a document: the forms, and the outlines of the pages that links open and of the app.
 */
export type PreparedScreen = 'login' | 'register' | 'letter' | 'app'

/** Whether a link in an email, or the QR code of an app password, opens this path. See docs/product.md §2.1. */
export function isLinkPath(path: string): boolean {
  return /^\/(?:verify-email$|restore-email$|connect-app$|reset-password\/)/.test(path)
}

/** The form that a path shows to a visitor without a login; undefined for other paths. */
export function preparedScreen(path: string): PreparedScreen | undefined {
  if (isLinkPath(path)) return undefined
  return path === '/register' ? 'register' : 'login'
}
