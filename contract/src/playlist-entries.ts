import * as z from 'zod/mini'
import {
  ENTRIES_MAX,
  idList,
  IDS_BODY_BYTES,
  onePlaylist,
  PlaylistAnswer,
  playlistIsSmart,
  playlistNotFound,
  playlistReadOnly,
  tooManyEntries,
  TrackIds,
} from './playlists.ts'
import { Person } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, wholeNumber } from './text.ts'

/**
 * Number of entries that the response with a playlist contains. They are more than fit on a screen. Further entries are
 * read in pages.
 */
export const FIRST_ENTRIES = 60
export const ENTRIES_PAGE = 2000

/** The title of an entry whose track the key of the reader does not open, if the reader has not added it. */
export const LOCKED_TITLE = 'Gesperrter Titel'

export const PlaylistEntry = z.object({
  id: Id,
  /** Entries are ordered by this number, then by id. In a smart playlist it is their position. */
  sortKey: z.number(),
  /** The account that added the entry; null when it was deleted. */
  addedBy: z.nullable(Id),
  addedAt: IsoTimestamp,
  /** The title of the track in the archive; for a deleted track, its last title. */
  title: z.string(),
  /** The artist of the track; the title of the album when the track has no artist. */
  artist: z.string(),
  album: z.string(),
  coverUrl: z.string(),
  duration: z.number(),
  exclusive: z.boolean(),
  /** In a smart playlist: the caller's plays of the track. */
  plays: z.optional(z.object({ count: z.number(), lastPlayedAt: z.nullable(IsoTimestamp) })),
  /** Null when the track was deleted, or the caller has no access key. */
  track: z.nullable(z.object({ id: Id, file: z.string(), needsConversion: z.optional(z.literal(true)) })),
  /** Present when the key of the caller does not open the track. */
  isLocked: z.optional(z.literal(true)),
})
export type PlaylistEntry = z.infer<typeof PlaylistEntry>

/** Some entries of a playlist, in order. */
const Entries = z.object({
  entries: z.array(PlaylistEntry),
  /** The accounts that have added these entries. */
  people: z.array(Person),
})

export const entryRemoved = refusal(409, 'ENTRY_REMOVED', '„{title}“ wurde gerade von {name} entfernt')
export const entryGone = refusal(409, 'ENTRY_GONE', 'Dieser Eintrag steht nicht mehr in der Playlist')
export const playlistFull = refusal(409, 'PLAYLIST_FULL', tooManyEntries)
/** The refusals of all calls that change entries. */
const notChangeable = [playlistNotFound, playlistReadOnly, playlistIsSmart]

const EntryIds = idList(ENTRIES_MAX, tooManyEntries)
/** The revision of the playlist after the change. */
const Changed = z.object({ revision: z.number() })
/** The revision of the playlist after the change, and the ids in the call whose entries do not exist any more. */
const ChangedOrGone = z.extend(Changed, { gone: z.array(Id) })

export const getPlaylist = route({
  method: 'GET',
  path: '/api/playlists/:id',
  access: 'verified',
  summary: 'A playlist with its first entries.',
  params: onePlaylist,
  answer: z.extend(Entries, PlaylistAnswer.shape),
  refusals: [playlistNotFound],
})

export const listEntries = route({
  method: 'GET',
  path: '/api/playlists/:id/entries',
  access: 'verified',
  summary: 'The entries of a playlist behind a sort key and id.',
  params: onePlaylist,
  query: z.object({
    sortKey: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    entryId: Id,
  }),
  answer: Entries,
  refusals: [playlistNotFound],
})

export const listChanges = route({
  method: 'GET',
  path: '/api/playlists/:id/changes',
  access: 'verified',
  summary: 'What has changed in a playlist since a revision.',
  params: onePlaylist,
  query: z.object({ since: wholeNumber({ min: 0, max: INTEGER_MAX }) }),
  answer: z.extend(Entries, {
    ...PlaylistAnswer.shape,
    removed: z.array(Id),
    /** Whether the revision is too old for a list of changes. The playlist must then be read again. */
    isTooOld: z.boolean(),
  }),
  refusals: [playlistNotFound],
})

export const addEntries = route({
  method: 'POST',
  path: '/api/playlists/:id/entries',
  access: 'key',
  summary: 'Inserts tracks behind an entry; a call that is repeated with the same batch inserts nothing.',
  params: onePlaylist,
  body: z.object({
    /**
     * An id that the client chooses for this call. The ids of the new entries are this id, a dot and a number from 0.
     */
    batch: z.uuid('Ungültige Kennung'),
    trackIds: TrackIds,
    /**
     * The entry after which the tracks are inserted. Null inserts them at the beginning; without it they are added at
     * the end.
     */
    after: z.optional(z.nullable(Id)),
  }),
  bodyLimitBytes: IDS_BODY_BYTES,
  status: 201,
  answer: z.extend(Changed, { added: z.number() }),
  refusals: [...notChangeable, entryRemoved, entryGone, playlistFull, notFound],
})

export const moveEntries = route({
  method: 'PUT',
  path: '/api/playlists/:id/entries/order',
  access: 'key',
  summary: 'Moves entries as a block behind another entry.',
  params: onePlaylist,
  body: z.object({ entryIds: EntryIds, after: z.nullable(Id) }),
  bodyLimitBytes: IDS_BODY_BYTES,
  answer: ChangedOrGone,
  refusals: [...notChangeable, entryRemoved, entryGone],
})

export const removeEntries = route({
  method: 'POST',
  path: '/api/playlists/:id/entries/remove',
  access: 'key',
  summary: 'Removes entries.',
  params: onePlaylist,
  body: z.object({ entryIds: EntryIds }),
  bodyLimitBytes: IDS_BODY_BYTES,
  answer: ChangedOrGone,
  refusals: [...notChangeable, entryRemoved, entryGone],
})

export const restoreEntries = route({
  method: 'POST',
  path: '/api/playlists/:id/entries/restore',
  access: 'key',
  summary: 'Takes back that entries were removed, within an hour.',
  params: onePlaylist,
  body: z.object({ entryIds: EntryIds }),
  bodyLimitBytes: IDS_BODY_BYTES,
  answer: Changed,
  refusals: [...notChangeable, entryGone, playlistFull],
})

/**
 * Sent over the socket by a client: the playlist that its page shows, so that the client is notified of changes; null
 * when it shows none.
 */
export const OpenPlaylist = z.object({ type: z.literal('openPlaylist'), playlistId: z.nullable(Id) })

/** Sent over the socket: the playlist that the client shows has changed, or was deleted. */
export const PlaylistChanged = z.object({ type: z.literal('playlistChanged'), playlistId: Id })
