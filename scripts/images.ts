/**
 * Matches a line that names an image of another maker: the base of a stage in a Dockerfile, or the image of a compose
 * service.
 */
const IMAGE = /^(?:FROM|\s+image:) (?<image>[^\s:]+:[^\s@]+(?:@sha256:[0-9a-f]+)?)/gm

/**
 * The images of other makers in a Dockerfile or compose file, in the order of the file. Stages and our own image have
 * no tag, so they are not included.
 */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(IMAGE)].map(({ groups }) => groups?.['image'] ?? '')
}
