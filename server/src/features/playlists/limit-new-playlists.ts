import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'

/** Maximum number of playlists that an account creates, copies or imports within an hour. */
const NEW_PER_HOUR = 100

/**
 * Counts a new playlist of an account.
 * @throws Refused `rateLimited`
 */
export async function limitNewPlaylists(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'config'>,
  by: string,
): Promise<void> {
  await consume(services, [{ name: 'new-playlist', by, maxAttempts: NEW_PER_HOUR, windowSeconds: 3600 }])
}
