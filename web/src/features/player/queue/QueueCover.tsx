import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/Cover.tsx'
import type { Track } from '#features/tracks/index.ts'

const COVER_WIDTH = 44

export function QueueCover({ track }: { track: Track }) {
  return <Cover src={imageUrl(track.coverUrl)} size={COVER_WIDTH} fixed />
}
