import { tooLarge, type Refusal } from '@tonarchiv/contract/refusal'

const MEGABYTE = 1024 * 1024

/** The error text of the server for a file that is larger than `maxBytes`. */
export function tooLargeFor(maxBytes: number): string {
  return tooLarge.text.replace('{n}', String(Math.floor(maxBytes / MEGABYTE)))
}

/**
 * The reason why a chosen file cannot be used as an image, as far as the browser can check type and size; the server
 * also checks the content. Undefined when there is no problem.
 */
export function problemOfImage(
  { type, size }: File,
  avatarNotAnImage: Refusal,
  maxBytes: number,
): string | undefined {
  if (!/^image\/(?:jpeg|png|webp|gif)$/.test(type)) return avatarNotAnImage.text
  return size > maxBytes ? tooLargeFor(maxBytes) : undefined
}
