import type { Card, CardContent, CardKind } from '@tonarchiv/contract/cards'
import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import type { Cards } from '#features/cards/index.ts'
import { announcedAlbums, type ClosedAlbum, premiereOf } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import { type Candidate, idsOf } from './candidates.ts'

interface Needs extends Pick<Services, 'db'> {
  cards: Pick<Cards, 'resolve'>
}

/** What the shared notices of a page are about. All callers with the same access to the archive see the same. */
export interface SharedSources {
  albums: ReadonlyMap<string, CardContent>
  videos: ReadonlyMap<string, CardContent>
  /** Premieres that are still to come, by album. */
  premieres: ReadonlyMap<string, ClosedAlbum>
  /** Albums whose premiere was called off. */
  cancelled: ReadonlySet<string>
}

export type LoadShared = (caller: Caller, candidates: readonly Candidate[]) => Promise<SharedSources>

/** Maximum number of premieres that are looked up for notices. */
const PREMIERES_MAX = 100
const NOTHING: SharedSources = {
  albums: new Map(),
  videos: new Map(),
  premieres: new Map(),
  cancelled: new Set(),
}
const SHARED_KINDS: ReadonlySet<NoticeKind> = new Set([
  'newAlbums',
  'newVideos',
  'premiereSoon',
  'premiereOpen',
  'premiereMoved',
  'premiereCancelled',
])

/** Loads shared sources from the database. */
export function sharedSources(needs: Needs): LoadShared {
  return async (caller, all) => {
    const candidates = all.filter(({ kind }) => SHARED_KINDS.has(kind))
    if (candidates.length === 0) return NOTHING
    const has = (...kinds: NoticeKind[]) => candidates.some(({ kind }) => kinds.includes(kind))
    const archive = seenBy(needs, caller).db
    const [albums, videos, premieres, cancelled] = await Promise.all([
      shownCards(needs, caller, 'album', idsOf(candidates, 'newAlbums', 'premiereOpen')),
      shownCards(needs, caller, 'video', idsOf(candidates, 'newVideos')),
      hasKey(caller) && has('premiereSoon', 'premiereMoved') ? announcedAlbums(archive, PREMIERES_MAX) : [],
      hasKey(caller) ? cancelledAmong(archive, idsOf(candidates, 'premiereCancelled')) : new Set<string>(),
    ])
    return { albums, videos, premieres: new Map(premieres.map((album) => [album.id, album])), cancelled }
  }
}

/**
 * Loads shared sources once for callers with the same access and the same shared notices. Use it for the callers of one
 * batch, because it never loads again.
 */
export function loadedOnce(load: LoadShared): LoadShared {
  const loaded = new Map<string, Promise<SharedSources>>()
  return async (caller, all) => {
    const candidates = all.filter(({ kind }) => SHARED_KINDS.has(kind))
    if (candidates.length === 0) return NOTHING
    const about = candidates.map(({ kind, subjectIds }) => [kind, subjectIds])
    const key = JSON.stringify([hasKey(caller), caller.scope?.key, about])
    const known = loaded.get(key) ?? load(caller, candidates)
    loaded.set(key, known)
    return known
  }
}

/** The cards that the caller may see, by id. */
export async function shownCards(
  { cards }: Pick<Needs, 'cards'>,
  caller: Caller,
  kind: CardKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardContent>> {
  if (ids.length === 0) return new Map()
  const contents = await cards.resolve(
    caller,
    ids.map((id): Card => ({ kind, id })),
  )
  return new Map(
    ids.flatMap((id, index) => {
      const content = contents[index]
      return content?.state === 'shown' ? [[id, content]] : []
    }),
  )
}

async function cancelledAmong(db: Needs['db'], albumIds: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(albumIds.map(async (albumId) => premiereOf(db, albumId)))
  return new Set(
    found.flatMap((premiere) =>
      premiere !== undefined && premiere.openedAt === null && premiere.opensAt === null
        ? [premiere.albumId]
        : [],
    ),
  )
}
