/** A screen that stands in a document before any script: the forms, and the outlines of letters’ pages and the app. */
export type PreparedScreen = 'login' | 'register' | 'letter' | 'app'

/** Where the links of letters lead. See docs/product.md §2.1. */
export function isEmailLinkPath(path: string): boolean {
  return /^\/(?:verify-email$|restore-email$|reset-password\/)/.test(path)
}

/** Which form a path shows to somebody who is not logged in; undefined when it is none of the forms. */
export function preparedScreen(path: string): PreparedScreen | undefined {
  if (isEmailLinkPath(path)) return undefined
  return path === '/register' ? 'register' : 'login'
}
