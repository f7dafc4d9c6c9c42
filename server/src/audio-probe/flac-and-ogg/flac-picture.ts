const FRONT_COVER = 3

/** The location of the image in a FLAC picture block. */
export interface FlacPicture {
  isFront: boolean
  start: number
  length: number
}

/**
 * Reads the head of a picture block: kind, type, description, four dimensions, length. Undefined when it does
 * not fit `head`.
 */
export function readFlacPicture(head: Buffer): FlacPicture | undefined {
  if (head.length < 32) return undefined
  const kind = head.readUInt32BE(0)
  const descriptionAt = 8 + head.readUInt32BE(4)
  if (descriptionAt + 4 > head.length) return undefined
  const measuresAt = descriptionAt + 4 + head.readUInt32BE(descriptionAt)
  const start = measuresAt + 20
  if (start > head.length) return undefined
  return { isFront: kind === FRONT_COVER, start, length: head.readUInt32BE(measuresAt + 16) }
}
