/**
 * Matches a line that names a third-party container image: the base of a stage in a Dockerfile, or the image of a
 * compose service.
 */
const IMAGE = /^(?:FROM|\s+image:) (?<image>[^\s:]+:[^\s@]+(?:@sha256:[0-9a-f]+)?)/gm

/**
 * The third-party images in a Dockerfile or compose file, in the order of the file. Stages and our own image have
 * no tag, so they are not included.
 */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(IMAGE)].map(({ groups }) => groups?.['image'] ?? '')
}
