/**
 * A line that names an image which is not ours: a base of the Dockerfile with its tag, or the image of a compose
 * service.
 */
const IMAGE = /^(?:FROM|\s+image:) (?<image>[^\s:]+:[^\s@]+(?:@sha256:[0-9a-f]+)?)/gm

/**
 * The images of others in a Dockerfile or compose file, in its order. Stages and our own image have no tag, so they are
 * not included.
 */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(IMAGE)].map(({ groups }) => groups?.['image'] ?? '')
}
