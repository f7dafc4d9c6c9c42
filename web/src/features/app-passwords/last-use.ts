import type { AppPassword } from '@tonarchiv/contract/app-passwords'
import { formatDate } from '#format.ts'

/** `now` in milliseconds: „spielt gerade ab“, „heute, 7:42“, „gestern, 21:05“, „14.11.2024“, „noch nie“. */
export function lastUse({ isPlaying, lastUsedAt }: AppPassword, now: number): string {
  if (isPlaying) return 'spielt gerade ab'
  if (lastUsedAt === null) return 'noch nie'
  const at = new Date(lastUsedAt)
  const daysAgo = Math.round(
    (midnightOf(new Date(now)).getTime() - midnightOf(at).getTime()) / (24 * 60 * 60 * 1000),
  )
  if (daysAgo > 1) return formatDate(at)
  // If the clock of this device is slow, the server's time may be tomorrow here.
  const day = daysAgo === 1 ? 'gestern' : 'heute'
  return `${day}, ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}

function midnightOf(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
}
