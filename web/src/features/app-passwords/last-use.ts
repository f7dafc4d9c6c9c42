import type { AppPassword } from '@tonarchiv/contract/app-passwords'
import { formatDate } from '#format.ts'

/**
 * When an app password was last used: „spielt gerade ab“, „heute, 7:42“, „gestern, 21:05“, „14.11.2024“ or „noch nie“.
 * `now`: milliseconds since 1970.
 */
export function lastUse({ isPlaying, lastUsedAt }: AppPassword, now: number): string {
  if (isPlaying) return 'spielt gerade ab'
  if (lastUsedAt === null) return 'noch nie'
  const at = new Date(lastUsedAt)
  const daysAgo = Math.round(
    (midnightOf(new Date(now)).getTime() - midnightOf(at).getTime()) / (24 * 60 * 60 * 1000),
  )
  if (daysAgo > 1) return formatDate(at)
  // If the clock of this device is slow, the time that the server reports may be tomorrow on this device.
  const day = daysAgo === 1 ? 'gestern' : 'heute'
  return `${day}, ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}

function midnightOf(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
}
