import { shownTitle } from '@tonarchiv/contract/catalog'

/** Maximum number of bytes of a file name without its extension; file systems allow 255 in total. */
const NAME_MAX_BYTES = 200

/** "artist - title.ext" as a file name that is valid on every system. See docs/product.md §7.2. */
export function downloadNameOf(artist: string, title: string, extension: string): string {
  const named = `${artist} - ${shownTitle(title)}`.replaceAll(/[<>:"/\\|?*]/g, '_').replaceAll(/\p{Cc}/gu, '')
  return `${shortened(named).trim()}.${extension}`
}

/**
 * The `Content-Disposition` of a download: the full name for current browsers, and an ASCII name for others.
 * RFC 6266, 8187.
 */
export function attachment(name: string): string {
  const plainName = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`
}

function shortened(name: string): string {
  let result = ''
  for (const letter of name) {
    if (Buffer.byteLength(result + letter) > NAME_MAX_BYTES) break
    result += letter
  }
  return result
}
