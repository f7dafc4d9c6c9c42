import { MISSING_MARK } from '@tonarchiv/contract/catalog'
import type { PlaylistVisibility } from '@tonarchiv/contract/playlists'
import type { SmartRules } from '@tonarchiv/contract/playlist-rules'
import { newId } from '../server/src/platform/ids.ts'
import { keysBetween } from '../server/src/platform/sort-keys.ts'
import type { Services } from '../server/src/services.ts'
import { seeded } from './seeded.ts'

interface DemoPlaylist {
  owner: string
  title: string
  description: string
  visibility: PlaylistVisibility
  /** The number of tracks; 0 for a smart playlist. */
  tracks: number
  rules?: SmartRules
  collaborators: readonly string[]
  followers: readonly string[]
}

const DAY_MS = 24 * 60 * 60 * 1000

const playlists: readonly DemoPlaylist[] = [
  {
    owner: 'jonas_w',
    title: 'Nachtfahrten',
    description: 'Alles, was nach Mitternacht auf der Landstraße noch wach hält. Nichts über 130.',
    visibility: 'friends',
    tracks: 48,
    collaborators: ['mila', 'bastiangr'],
    followers: [],
  },
  {
    owner: 'jonas_w',
    title: 'Sonntag, Fenster auf',
    description: '',
    visibility: 'friends',
    tracks: 26,
    collaborators: [],
    followers: [],
  },
  {
    owner: 'jonas_w',
    title: 'Zu selten gehört',
    description: '',
    visibility: 'private',
    tracks: 0,
    rules: {
      match: 'all',
      rules: [
        { field: 'type', op: 'isNot', value: 'unreleased' },
        { field: 'ownPlays', op: 'less', value: 3 },
        { field: 'lastPlayed', op: 'notWithin', days: 90 },
        {
          field: 'group',
          match: 'any',
          rules: [
            { field: 'favorite', op: 'is', value: true },
            { field: 'year', op: 'between', from: 2014, to: 2018 },
          ],
        },
      ],
      order: 'ownPlaysLeast',
      limit: null,
    },
    collaborators: [],
    followers: [],
  },
  {
    owner: 'frieda',
    title: 'Rohes Zeug',
    description: '',
    visibility: 'private',
    tracks: 31,
    collaborators: ['mila'],
    followers: [],
  },
  {
    owner: 'mila',
    title: 'Milas Küchenradio',
    description: 'Läuft beim Kochen, seit Jahren.',
    visibility: 'members',
    tracks: 44,
    collaborators: [],
    followers: ['jonas_w', 'frieda'],
  },
]

/** Adds playlists with collaborators and followers. If there is any playlist already, nothing is added. */
export async function createPlaylists({ db, now }: Services): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (username: string) => users.find((user) => user.username === username)?.id ?? ''
  const tracks = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select(['tracks.id', 'tracks.title', 'tracks.durationSeconds', 'albums.title as album'])
    .where('fileName', 'is not', null)
    .where('tracks.title', 'not like', `%${MISSING_MARK}%`)
    .orderBy('tracks.id')
    .execute()
  await db.transaction().execute(async (trx) => {
    if ((await trx.selectFrom('playlists').select('id').executeTakeFirst()) !== undefined) return
    for (const { owner, collaborators, followers, tracks: count, rules, ...head } of playlists) {
      const chance = seeded(head.title)
      const chosen = Array.from({ length: count }, () => tracks[Math.floor(chance.next() * tracks.length)])
      const entries = chosen.flatMap((track) => track ?? [])
      const [id, ownerId] = [newId(), idOf(owner)]
      const createdAt = new Date(now().getTime() - 30 * DAY_MS).toISOString()
      await trx
        .insertInto('playlists')
        .values({
          id,
          ownerId,
          ...head,
          rules: rules === undefined ? null : JSON.stringify(rules),
          revision: 1,
          prunedRevision: 0,
          entryCount: entries.length,
          durationSeconds: entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
          createdAt,
          changedAt: now().toISOString(),
        })
        .execute()
      const adders = [ownerId, ...collaborators.map(idOf)]
      const keys = keysBetween(entries.length, undefined, undefined) ?? []
      for (const [index, { id: trackId, title, album, durationSeconds }] of entries.entries())
        await trx
          .insertInto('playlistEntries')
          .values({
            id: newId(),
            playlistId: id,
            sortKey: keys[index] ?? index,
            trackId,
            title,
            album,
            durationSeconds,
            addedBy: adders[Math.floor(chance.next() * adders.length)] ?? ownerId,
            addedAt: new Date(now().getTime() - (entries.length - index) * 0.5 * DAY_MS).toISOString(),
            revision: 1,
            removedBy: null,
            removedAt: null,
          })
          .execute()
      for (const userId of collaborators.map(idOf))
        await trx
          .insertInto('playlistCollaborators')
          .values({ playlistId: id, ownerId, userId, createdAt })
          .execute()
      for (const userId of followers.map(idOf))
        await trx.insertInto('playlistFollowers').values({ playlistId: id, userId, createdAt }).execute()
    }
  })
}
