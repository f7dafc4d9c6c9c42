/**
 * A screen that is pre-rendered in a document: one of the forms, or the skeleton of the pages that links open
 * (`letter`) or of the app.
 */
export type PreparedScreen = 'login' | 'register' | 'letter' | 'app'

/**
 * Whether this path is opened by a link in an email, the link of an access key, or the QR code of an app password. See
 * docs/product.md §2.1.
 */
export function isLinkPath(path: string): boolean {
  return /^\/(?:verify-email$|restore-email$|connect-app$|reset-password\/|k\/)/.test(path)
}

/** The form that visitors who are not signed in see at this path; undefined for paths that links open. */
export function preparedScreen(path: string): PreparedScreen | undefined {
  if (isLinkPath(path)) return undefined
  return path === '/register' ? 'register' : 'login'
}
