/** Where an image of others is named: a base of the Dockerfile with its tag, or the image of a compose service. */
const IMAGE = /^(?:FROM|\s+image:) (?<image>[^\s:]+:[^\s@]+(?:@sha256:[0-9a-f]+)?)/gm

/** Images of others that a Dockerfile or compose file names, in its order. Stages and our own image have no tag. */
export function imagesIn(text: string): string[] {
  return [...text.matchAll(IMAGE)].map(({ groups }) => groups?.['image'] ?? '')
}
