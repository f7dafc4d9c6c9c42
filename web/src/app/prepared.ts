/** A screen that stands in a document before any script: the forms, and the outline of the app. */
export type PreparedScreen = 'login' | 'register' | 'app'

/** Which form a path shows to somebody who is not logged in; undefined when it is none of the forms. */
export function preparedScreen(path: string): PreparedScreen | undefined {
  if (path === '/verify-email' || path === '/restore-email' || path.startsWith('/reset-password/'))
    return undefined
  return path === '/register' ? 'register' : 'login'
}
