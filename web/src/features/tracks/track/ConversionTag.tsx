import { Tag } from '#ui/components/content/Tag.tsx'
import { CONVERSION_MARK } from './wording.ts'

/** The tag on a track whose file most browsers cannot play. */
export function ConversionTag() {
  return <Tag kind="warning">{CONVERSION_MARK}</Tag>
}
