import { shownTitle } from '@tonarchiv/contract/catalog'

/** Of one name in a file system, without its ending. */
const NAME_MAX_BYTES = 200

/** "artist - title.ext" as a file may be called anywhere. See docs/product.md §7.2. */
export function downloadNameOf(artist: string, title: string, extension: string): string {
  const named = `${artist} - ${shownTitle(title)}`.replaceAll(/[<>:"/\\|?*]/g, '_').replaceAll(/\p{Cc}/gu, '')
  return `${shortened(named).trim()}.${extension}`
}

/** `Content-Disposition` of a download: the name whole for browsers of today, in plain letters for the others. RFC 6266, 8187. */
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
