import Link from 'lucide-react/icons/link'
import { showToast } from '#ui/toast.ts'
import type { PlayerTrack } from './track.ts'

/** The address that leads to a track in the archive; undefined for one without a file. Spec §2. */
export function linkTo({ file }: Pick<PlayerTrack, 'file'>, origin: string): string | undefined {
  return file === undefined ? undefined : `${origin}/archive?track=${encodeURIComponent(file)}`
}

export async function copyLink(track: PlayerTrack): Promise<void> {
  const link = linkTo(track, location.origin)
  if (link === undefined) return
  try {
    await navigator.clipboard.writeText(link)
    showToast('Link kopiert!', { icon: Link })
  } catch {
    // Browsers refuse it outside of https, and whoever forbids it to the page.
    showToast('Der Link konnte nicht kopiert werden', { kind: 'error' })
  }
}
