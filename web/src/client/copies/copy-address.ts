/** The path of copies. Only the service worker answers requests below it; the server does not. */
export const COPIES_PATH = '/copies/'

const VERSION = /^[\w.-]{1,64}$/

interface CopyAddress {
  version: string
  /** The name of the file in the archive; its extension states the format. */
  file: string
}

/** The path at which the service worker sends the copy of a file. */
export function copyAddress({ version, file }: CopyAddress): string {
  return `${COPIES_PATH}${version}/${encodeURIComponent(file)}`
}

export function isCopyAddress(address: string): boolean {
  return address.startsWith(COPIES_PATH)
}

export function parseCopyAddress({ pathname }: Pick<URL, 'pathname'>): CopyAddress | undefined {
  if (!isCopyAddress(pathname)) return undefined
  const [version = '', name = '', ...more] = pathname.slice(COPIES_PATH.length).split('/')
  if (!VERSION.test(version) || version.startsWith('.') || name === '' || more.length > 0) return undefined
  try {
    return { version, file: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
