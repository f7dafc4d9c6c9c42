import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/Cover.tsx'
import type { PlayerTrack } from '../order/track.ts'

const COVER_WIDTH = 44

export function QueueCover({ track }: { track: PlayerTrack }) {
  return <Cover src={imageUrl(track.coverUrl)} size={COVER_WIDTH} fixed />
}
