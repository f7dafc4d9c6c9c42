type Library = typeof import('nodemailer')

/**
 * A mail transport that is created for the first email, because the library is large and most processes send no email.
 */
export interface LateTransport<T> {
  get: () => Promise<T>
  close: () => void
}

export function lateTransport<T extends { close(): void }>(make: (library: Library) => T): LateTransport<T> {
  let made: Promise<T> | undefined
  return {
    get: async () => (made ??= import('nodemailer').then(make)),
    close: () => void made?.then((transport) => transport.close()),
  }
}
