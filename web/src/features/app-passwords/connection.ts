/** The values that an app needs to use the account. */
export interface Connection {
  serverAddress: string
  username: string
  password: string
}

/** The page that shows the connection which its URL contains. See docs/product.md §2.1. */
const CONNECT_PATH = '/connect-app'

/**
 * The formats in which the server creates usernames and app passwords. A URL with values in another format is ignored.
 */
const USERNAME = /^[a-z0-9_-]{3,16}$/
const PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){6}$/

/** The connection as text for the clipboard. There is no common format for apps of the Subsonic protocol. */
export function connectionText({ serverAddress, username, password }: Connection): string {
  return [`Serveradresse: ${serverAddress}`, `Benutzername: ${username}`, `App-Passwort: ${password}`].join(
    '\n',
  )
}

/**
 * The connection as a link, for the QR code. Username and password are in the fragment, which browsers do not send, so
 * that they do not appear in any log.
 */
export function connectionLink({ serverAddress, username, password }: Connection): string {
  return `${serverAddress}${CONNECT_PATH}#${new URLSearchParams({ user: username, password }).toString()}`
}

/**
 * The connection that the URL of the page contains; undefined when there is none. The server address is always the
 * origin of the page, so that a link cannot name another server.
 */
export function connectionIn({ origin, hash }: Pick<Location, 'origin' | 'hash'>): Connection | undefined {
  const values = new URLSearchParams(hash.slice(1))
  const [username, password] = [values.get('user') ?? '', values.get('password') ?? '']
  if (!USERNAME.test(username) || !PASSWORD.test(password)) return undefined
  return { serverAddress: origin, username, password }
}
