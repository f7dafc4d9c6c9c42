type Library = typeof import('nodemailer')

/** A mail transport that is created with the first email: most runs send none, and the library is large. */
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
