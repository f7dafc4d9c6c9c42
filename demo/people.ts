import { makeAccessKey, redeemAccessKey } from '../server/src/features/access-keys/index.ts'
import { operator } from '../server/src/features/admin-acts/index.ts'
import { makeUser } from '../server/src/features/auth/index.ts'
import { addFavorite } from '../server/src/features/favorites/index.ts'
import { recordPlay } from '../server/src/features/plays/index.ts'
import { findUserByEmail } from '../server/src/features/users/index.ts'
import type { Services } from '../server/src/services.ts'
import { seeded } from './seeded.ts'

export interface DemoPerson {
  email: string
  username: string
  password: string
  isAdmin: boolean
}

const people: readonly DemoPerson[] = [
  { email: 'frieda@demo.example', username: 'frieda', password: 'demo-frieda-1', isAdmin: true },
  { email: 'jonas@demo.example', username: 'jonas_w', password: 'demo-jonas-1', isAdmin: false },
  { email: 'mila@demo.example', username: 'mila', password: 'demo-mila-1', isAdmin: false },
]

const PLAYS_EACH = 40
const FAVORITES_EACH = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** An admin and two listeners with keys, who have played and liked something. Who is there already stays as they are. */
export async function makePeople(services: Services): Promise<readonly DemoPerson[]> {
  const tracks = await services.db
    .selectFrom('tracks')
    .select(['id', 'fileName'])
    .where('fileName', 'is not', null)
    .orderBy('id')
    .execute()
  for (const person of people) {
    if ((await findUserByEmail(services.db, person.email)) !== undefined) continue
    const user = await makeUser(services, person, person.isAdmin)
    if (!person.isAdmin) {
      const { keyValue } = await makeAccessKey(services, operator)
      await redeemAccessKey(services, user.id, keyValue)
    }
    const chance = seeded(person.username)
    // Squared, so that some tracks are everybody's favorites.
    const anyTrack = () => tracks[Math.floor(chance.next() ** 2 * tracks.length)]
    for (let count = PLAYS_EACH; count > 0; count -= 1) {
      const track = anyTrack()
      const then = new Date(services.now().getTime() - (count * 14 * DAY_MS) / PLAYS_EACH)
      const listener = {
        ...user,
        sessionId: '',
        isAdmin: person.isAdmin,
        emailVerified: true,
        keyVerified: true,
      }
      const heard = { completed: chance.next() > 0.3, startedAt: undefined, endPositionSeconds: undefined }
      if (track !== undefined)
        await recordPlay({ ...services, now: () => then }, listener, { ...heard, trackId: track.id })
    }
    const liked = new Set(Array.from({ length: FAVORITES_EACH }, () => anyTrack()?.fileName ?? ''))
    for (const file of liked) await addFavorite(services, user.id, `/api/stream/${file}`)
  }
  return people
}
