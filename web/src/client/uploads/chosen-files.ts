import { tooLarge, type Refusal } from '@tonarchiv/contract/refusal'

const MEGABYTE = 1024 * 1024

/** What the server would say of a file of more bytes than these. */
export function tooLargeFor(maxBytes: number): string {
  return tooLarge.text.replace('{n}', String(Math.floor(maxBytes / MEGABYTE)))
}

/** Why a chosen file is no image that we take, as far as a browser can tell; the server looks inside. */
export function problemOfImage(
  { type, size }: File,
  avatarNotAnImage: Refusal,
  maxBytes: number,
): string | undefined {
  if (!/^image\/(?:jpeg|png|webp|gif)$/.test(type)) return avatarNotAnImage.text
  return size > maxBytes ? tooLargeFor(maxBytes) : undefined
}
