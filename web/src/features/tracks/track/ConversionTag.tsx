import { Tag } from '#ui/components/content/Tag.tsx'
import { CONVERSION_MARK } from './wording.ts'
import type { Track } from './track.ts'

/** The mark of a track that most browsers cannot play yet. */
export function ConversionTag({ track }: { track: Pick<Track, 'needsConversion'> }) {
  return track.needsConversion === true && <Tag kind="warning">{CONVERSION_MARK}</Tag>
}
