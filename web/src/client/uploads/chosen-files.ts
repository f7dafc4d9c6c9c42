import { tooLarge, type Refusal } from '@tonarchiv/contract/refusal'

const MEGABYTE = 1024 * 1024

/** The server's error text for a file that is larger than this. */
export function tooLargeFor(maxBytes: number): string {
  return tooLarge.text.replace('{n}', String(Math.floor(maxBytes / MEGABYTE)))
}

/**
 * Why a chosen file is not an accepted image, as far as the browser can check; the server checks the content.
 */
export function problemOfImage(
  { type, size }: File,
  avatarNotAnImage: Refusal,
  maxBytes: number,
): string | undefined {
  if (!/^image\/(?:jpeg|png|webp|gif)$/.test(type)) return avatarNotAnImage.text
  return size > maxBytes ? tooLargeFor(maxBytes) : undefined
}
