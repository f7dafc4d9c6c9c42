import { randomBytes } from 'node:crypto'
import { createUser } from '../server/src/features/auth/index.ts'
import { addFavorite } from '../server/src/features/favorites/index.ts'
import { recordPlay } from '../server/src/features/plays/index.ts'
import { changeProfile, findUserByEmail } from '../server/src/features/users/index.ts'
import type { Services } from '../server/src/services.ts'
import { portraitOf } from './covers.ts'
import { giveAccess } from './keys.ts'
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
/** The other members; their passwords are random and not printed. */
const others: readonly DemoPerson[] = ['okan_s', 'lene-m', 'nachtbus', 'bastiangr', 'tonkopf'].map(
  (username) => ({
    email: `${username}@demo.example`,
    username,
    password: randomBytes(24).toString('base64url'),
    isAdmin: false,
  }),
)

/** The profiles of all members. `art`: the name of a drawing in the folder demo/art. */
const PROFILES: Readonly<Record<string, { art: string; displayName?: string; bio?: string }>> = {
  frieda: { art: 'frieda', displayName: 'Frieda Ölmann', bio: 'Hält das Archiv zusammen.' },
  jonas_w: { art: 'jonas', displayName: 'Jonas Weidner' },
  mila: {
    art: 'mila',
    displayName: 'Mila Kramer',
    bio: 'Sammelt B-Seiten und falsche Enden. Meistens nachts hier.',
  },
  okan_s: { art: 'okan', displayName: 'Okan S.' },
  'lene-m': { art: 'lene', displayName: 'Lene M.' },
  nachtbus: { art: 'nachtbus' },
  bastiangr: { art: 'bastian', displayName: 'Bastian Groß' },
  tonkopf: { art: 'tonkopf', displayName: 'Tonkopf' },
}

/** Data URLs by username. */
export type Portraits = ReadonlyMap<string, string>

export async function drawPortraits(): Promise<Portraits> {
  const portraits = new Map<string, string>()
  for (const [username, { art }] of Object.entries(PROFILES)) portraits.set(username, await portraitOf(art))
  return portraits
}

const PLAYS_EACH = 40
const FAVORITES_EACH = 7
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Creates an admin and members with archive access, plays and favorites. Existing members are not changed.
 * Returns the accounts whose logins are printed.
 */
export async function createPeople(services: Services, portraits: Portraits): Promise<readonly DemoPerson[]> {
  const tracks = await services.db
    .selectFrom('openTracks as tracks')
    .select(['tracks.id', 'tracks.fileName'])
    .where('tracks.fileName', 'is not', null)
    .orderBy('tracks.id')
    .execute()
  for (const person of [...people, ...others]) {
    if ((await findUserByEmail(services.db, person.email)) !== undefined) continue
    const user = await createUser(services, person, person.isAdmin)
    const profile = PROFILES[person.username]
    await changeProfile(services, user, {
      displayName: profile?.displayName,
      bio: profile?.bio,
      avatarUrl: portraits.get(person.username),
    })
    if (!person.isAdmin) await giveAccess(services, user.id, person.username)
    const chance = seeded(person.username)
    // The random number is squared, so that some tracks are favorites of many members.
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
      const played = { completed: chance.next() > 0.3, startedAt: undefined, endPositionSeconds: undefined }
      if (track !== undefined)
        await recordPlay({ ...services, now: () => then }, listener, { ...played, trackId: track.id })
    }
    const liked = new Set(Array.from({ length: FAVORITES_EACH }, () => anyTrack()?.fileName ?? ''))
    for (const file of liked) await addFavorite(services, user.id, `/api/stream/${file}`)
  }
  return people
}
