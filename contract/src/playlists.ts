import * as z from 'zod/mini'
import { brokenImage, notAnImage } from './archive-editing.ts'
import { ChosenFormat, COVER_WIDTHS } from './catalog.ts'
import { SmartRules } from './playlist-rules.ts'
import { Person } from './presence.ts'
import { diskFull, notFound, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, plainText, wholeNumber } from './text.ts'
import { uploadBroken } from './uploads.ts'

/** Most playlists that one account owns, and most that it follows. */
export const PLAYLISTS_MAX = 500
/** Most entries of a playlist. */
export const ENTRIES_MAX = 10_000
/** Most collaborators of a playlist. */
export const COLLABORATORS_MAX = 50
export const PLAYLIST_TITLE_MAX = 100
export const PLAYLIST_DESCRIPTION_MAX = 500
/** Entries that come with a playlist itself; the others are read page by page. */
export const FIRST_ENTRIES = 200
export const ENTRIES_PAGE = 2000
/** Most tracks of one question which playlists contain them. */
export const CONTAINED_MAX = 1000

/** Largest file of an import. */
export const PLAYLIST_FILE_MAX_BYTES = 5 * 1024 * 1024

/** File formats of export and import. */
export const PlaylistFormat = z.enum(['m3u8', 'jspf'])
export type PlaylistFormat = z.infer<typeof PlaylistFormat>

/** Who may see a playlist: its owner and collaborators, the owner's friends too, or all members. */
export const PlaylistVisibility = z.enum(
  ['private', 'friends', 'members'],
  'Bitte wähle, wer die Playlist sehen darf',
)
export type PlaylistVisibility = z.infer<typeof PlaylistVisibility>

/** The owner may do everything; collaborators may add, move and remove entries; readers may follow and copy. */
export const PlaylistRole = z.enum(['owner', 'collaborator', 'reader'])
export type PlaylistRole = z.infer<typeof PlaylistRole>

export const Playlist = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  owner: Person,
  collaborators: z.array(Person),
  role: PlaylistRole,
  isFollowed: z.boolean(),
  entryCount: z.number(),
  /** Seconds of all tracks that are in the archive. */
  duration: z.number(),
  /** The owner has chosen a picture. */
  hasOwnCover: z.boolean(),
  /** That picture, or covers of the first albums: four for a mosaic, otherwise one or none. */
  covers: z.array(z.string()),
  /** Incremented with every change of the playlist or its entries. */
  revision: z.number(),
  createdAt: IsoTimestamp,
  /** When an entry was last added or removed, or the description or the rules last changed. */
  changedAt: IsoTimestamp,
  /** Of a smart playlist: its entries are the tracks that match, for the caller, when it is read. */
  rules: z.optional(SmartRules),
})
export type Playlist = z.infer<typeof Playlist>

export const PlaylistEntry = z.object({
  id: Id,
  /** Entries are ordered by this number, then by id. In a smart playlist it is their position. */
  sortKey: z.number(),
  /** Null when that account was deleted. */
  addedBy: z.nullable(Id),
  addedAt: IsoTimestamp,
  /** As in the archive; of a track that is gone as it was. */
  title: z.string(),
  /** The title of the album where it has no artist. */
  artist: z.string(),
  album: z.string(),
  coverUrl: z.string(),
  duration: z.number(),
  exclusive: z.boolean(),
  /** In a smart playlist: the caller's plays of the track. */
  plays: z.optional(z.object({ count: z.number(), lastPlayedAt: z.nullable(IsoTimestamp) })),
  /** Null when the track was deleted, or the caller has no access key. */
  track: z.nullable(z.object({ id: Id, file: z.string(), needsConversion: z.optional(z.literal(true)) })),
})
export type PlaylistEntry = z.infer<typeof PlaylistEntry>

/** Some entries of a playlist, in order. */
const Entries = z.object({
  entries: z.array(PlaylistEntry),
  /** The accounts that added them. */
  people: z.array(Person),
})

export const playlistNotFound = refusal(404, 'PLAYLIST_NOT_FOUND', 'Diese Playlist gibt es hier nicht')
export const playlistReadOnly = refusal(
  403,
  'PLAYLIST_READ_ONLY',
  'Diese Playlist kannst du ansehen, aber nicht ändern',
)
export const playlistIsSmart = refusal(
  409,
  'PLAYLIST_IS_SMART',
  'Eine automatische Playlist füllt sich selbst',
)
export const playlistNotSmart = refusal(409, 'PLAYLIST_NOT_SMART', 'Diese Playlist hat keine Regeln')
export const entryRemoved = refusal(409, 'ENTRY_REMOVED', '„{title}“ wurde gerade von {name} entfernt')
export const entryGone = refusal(409, 'ENTRY_GONE', 'Dieser Eintrag steht nicht mehr in der Playlist')
export const tooManyEntries = 'Eine Playlist kann höchstens 10.000 Titel haben'
export const playlistFull = refusal(409, 'PLAYLIST_FULL', tooManyEntries)
/** The file of an import has too many entries. */
export const playlistFileTooLong = refusal(400, 'PLAYLIST_FILE_TOO_LONG', tooManyEntries)
export const notAPlaylistFile = refusal(
  400,
  'NOT_A_PLAYLIST_FILE',
  'In dieser Datei steht keine Playlist. Möglich sind M3U, M3U8 und JSPF.',
)
export const tooManyPlaylists = refusal(
  409,
  'TOO_MANY_PLAYLISTS',
  `Du hast schon ${PLAYLISTS_MAX} Playlists. Lösche zuerst eine davon.`,
)
export const tooManyFollowed = refusal(
  409,
  'TOO_MANY_FOLLOWED',
  `Du folgst schon ${PLAYLISTS_MAX} Playlists. Entfolge zuerst einer davon.`,
)
export const onlyFriendsCollaborate = refusal(409, 'NOT_A_FRIEND', 'Nur Freunde können mitwirken')
export const tooManyCollaborators = refusal(
  409,
  'TOO_MANY_COLLABORATORS',
  `An einer Playlist können höchstens ${COLLABORATORS_MAX} Freunde mitwirken`,
)

export const nothingToDownload = refusal(
  404,
  'NOTHING_TO_DOWNLOAD',
  'In dieser Playlist ist nichts, was sich herunterladen lässt',
)

const Title = plainText({
  min: 1,
  max: PLAYLIST_TITLE_MAX,
  tooShort: 'Bitte gib der Playlist einen Namen',
  tooLong: `Der Name darf höchstens ${PLAYLIST_TITLE_MAX} Zeichen lang sein`,
})
const Description = plainText({
  max: PLAYLIST_DESCRIPTION_MAX,
  tooLong: `Die Beschreibung darf höchstens ${PLAYLIST_DESCRIPTION_MAX} Zeichen lang sein`,
  paragraphs: true,
})
const idList = (max: number, tooMany: string) =>
  z.array(Id).check(z.minLength(1, 'Bitte wähle mindestens einen Titel'), z.maxLength(max, tooMany))
const TrackIds = idList(ENTRIES_MAX, tooManyEntries)
const EntryIds = idList(ENTRIES_MAX, tooManyEntries)
/** A call with the ids of all entries of the longest playlist. */
const IDS_BODY_BYTES = 1024 * 1024

const onePlaylist = z.object({ id: Id })

/** The playlist after a change. */
const Changed = z.object({ revision: z.number() })

export const listPlaylists = route({
  method: 'GET',
  path: '/api/playlists',
  access: 'verified',
  summary:
    'The caller’s own playlists, those the caller collaborates on and those the caller follows, last changed first.',
  answer: z.object({ playlists: z.array(Playlist) }),
})

export const createPlaylist = route({
  method: 'POST',
  path: '/api/playlists',
  access: 'key',
  summary: 'Creates a playlist: empty, with tracks, or a smart one with rules.',
  body: z.object({
    title: Title,
    description: z._default(Description, ''),
    visibility: z._default(PlaylistVisibility, 'private'),
    trackIds: z.optional(TrackIds),
    /** Instead of tracks. */
    rules: z.optional(SmartRules),
  }),
  bodyLimitBytes: IDS_BODY_BYTES,
  status: 201,
  answer: z.object({ playlist: Playlist }),
  refusals: [tooManyPlaylists, playlistIsSmart, notFound],
})

export const findContaining = route({
  method: 'POST',
  path: '/api/playlists/containing',
  access: 'key',
  limit: 'search',
  summary: 'Which of these tracks are already in the playlists that the caller may change.',
  body: z.object({ trackIds: idList(CONTAINED_MAX, `Höchstens ${CONTAINED_MAX} Titel auf einmal`) }),
  bodyLimitBytes: 128 * 1024,
  answer: z.object({ playlists: z.array(z.object({ id: Id, trackIds: z.array(Id) })) }),
})

export const getPlaylist = route({
  method: 'GET',
  path: '/api/playlists/:id',
  access: 'verified',
  summary: 'A playlist with its first entries.',
  params: onePlaylist,
  answer: z.extend(Entries, { playlist: Playlist }),
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
    playlist: Playlist,
    removed: z.array(Id),
    /** The revision is too long ago: the playlist must be read again. */
    isTooOld: z.boolean(),
  }),
  refusals: [playlistNotFound],
})

export const updatePlaylist = route({
  method: 'PATCH',
  path: '/api/playlists/:id',
  access: 'key',
  summary: 'Changes title, description or visibility of an own playlist, or the rules of a smart one.',
  params: onePlaylist,
  body: z.object({
    title: z.optional(Title),
    description: z.optional(Description),
    visibility: z.optional(PlaylistVisibility),
    rules: z.optional(SmartRules),
  }),
  answer: z.object({ playlist: Playlist }),
  refusals: [playlistNotFound, playlistReadOnly, playlistNotSmart],
})

export const deletePlaylist = route({
  method: 'DELETE',
  path: '/api/playlists/:id',
  access: 'key',
  summary: 'Deletes an own playlist.',
  params: onePlaylist,
  answer: z.object({ success: z.boolean() }),
  refusals: [playlistNotFound, playlistReadOnly],
})

export const addEntries = route({
  method: 'POST',
  path: '/api/playlists/:id/entries',
  access: 'key',
  summary: 'Inserts tracks behind an entry; a call that is repeated with the same batch inserts nothing.',
  params: onePlaylist,
  body: z.object({
    /** The ids of the new entries are this id, a dot and a number from 0. */
    batch: z.uuid('Ungültige Kennung'),
    trackIds: TrackIds,
    /** Null inserts at the beginning; at the end when missing. */
    after: z.optional(z.nullable(Id)),
  }),
  bodyLimitBytes: IDS_BODY_BYTES,
  status: 201,
  answer: z.extend(Changed, { added: z.number() }),
  refusals: [
    playlistNotFound,
    playlistReadOnly,
    playlistIsSmart,
    entryRemoved,
    entryGone,
    playlistFull,
    notFound,
  ],
})

/** Entries that were named, but are gone. */
const Gone = z.object({ gone: z.array(Id) })

export const moveEntries = route({
  method: 'PUT',
  path: '/api/playlists/:id/entries/order',
  access: 'key',
  summary: 'Moves entries as a block behind another entry.',
  params: onePlaylist,
  body: z.object({ entryIds: EntryIds, after: z.nullable(Id) }),
  bodyLimitBytes: IDS_BODY_BYTES,
  answer: z.extend(Changed, Gone.shape),
  refusals: [playlistNotFound, playlistReadOnly, playlistIsSmart, entryRemoved, entryGone],
})

export const removeEntries = route({
  method: 'POST',
  path: '/api/playlists/:id/entries/remove',
  access: 'key',
  summary: 'Removes entries.',
  params: onePlaylist,
  body: z.object({ entryIds: EntryIds }),
  bodyLimitBytes: IDS_BODY_BYTES,
  answer: z.extend(Changed, Gone.shape),
  refusals: [playlistNotFound, playlistReadOnly, playlistIsSmart, entryRemoved, entryGone],
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
  refusals: [playlistNotFound, playlistReadOnly, playlistIsSmart, entryGone, playlistFull],
})

export const replacePlaylistCover = route({
  method: 'PUT',
  path: '/api/playlists/:id/cover',
  access: 'key',
  summary: 'Gives an own playlist a picture (jpeg, png, webp, gif; drawn anew).',
  params: onePlaylist,
  multipart: { fields: z.object({}), files: ['cover'] },
  answer: z.object({ playlist: Playlist }),
  refusals: [playlistNotFound, playlistReadOnly, notAnImage, brokenImage, tooLarge, uploadBroken, diskFull],
})

export const removePlaylistCover = route({
  method: 'DELETE',
  path: '/api/playlists/:id/cover',
  access: 'key',
  summary: 'Removes the picture of an own playlist.',
  params: onePlaylist,
  answer: z.object({ playlist: Playlist }),
  refusals: [playlistNotFound, playlistReadOnly],
})

export const getPlaylistCover = route({
  method: 'GET',
  path: '/api/playlist-cover/:name',
  access: 'verified',
  limit: 'image',
  media: true,
  summary: 'The picture of a playlist that the caller may see, whole or at most `w` pixels wide.',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.object({ w: z.optional(z.enum(COVER_WIDTHS)) }),
  answer: 'bytes',
  refusals: [notFound, playlistNotFound],
})

const oneCollaborator = z.object({ id: Id, userId: Id })

export const addCollaborator = route({
  method: 'PUT',
  path: '/api/playlists/:id/collaborators/:userId',
  access: 'key',
  summary: 'Lets a friend add, move and remove entries of an own playlist.',
  params: oneCollaborator,
  answer: z.object({ playlist: Playlist }),
  refusals: [
    playlistNotFound,
    playlistReadOnly,
    playlistIsSmart,
    onlyFriendsCollaborate,
    tooManyCollaborators,
  ],
})

export const removeCollaborator = route({
  method: 'DELETE',
  path: '/api/playlists/:id/collaborators/:userId',
  access: 'key',
  summary: 'Ends the collaboration of a member: by the owner, or by that member.',
  params: oneCollaborator,
  answer: z.object({ success: z.boolean() }),
  refusals: [playlistNotFound, playlistReadOnly],
})

export const followPlaylist = route({
  method: 'PUT',
  path: '/api/playlists/:id/follow',
  access: 'key',
  summary: 'Follows the playlist of another member.',
  params: onePlaylist,
  answer: z.object({ playlist: Playlist }),
  refusals: [playlistNotFound, tooManyFollowed],
})

export const unfollowPlaylist = route({
  method: 'DELETE',
  path: '/api/playlists/:id/follow',
  access: 'key',
  summary: 'Stops following a playlist.',
  params: onePlaylist,
  answer: z.object({ success: z.boolean() }),
  refusals: [playlistNotFound],
})

export const copyPlaylist = route({
  method: 'POST',
  path: '/api/playlists/:id/copy',
  access: 'key',
  summary: 'Creates a private playlist of the caller with the tracks, or the rules, of this one.',
  params: onePlaylist,
  status: 201,
  answer: z.object({ playlist: Playlist }),
  refusals: [playlistNotFound, tooManyPlaylists],
})

export const exportPlaylist = route({
  method: 'GET',
  path: '/api/playlists/:id/export',
  access: 'key',
  summary: 'A playlist as a file: M3U8 or JSPF, with links to the tracks in this archive.',
  params: onePlaylist,
  query: z.object({ format: PlaylistFormat }),
  answer: 'bytes',
  refusals: [playlistNotFound],
})

export const downloadPlaylist = route({
  method: 'GET',
  path: '/api/playlists/:id/download',
  access: 'key',
  limit: 'stream',
  summary: 'The files of the tracks of a playlist as a ZIP, with a list of those that are missing.',
  params: onePlaylist,
  query: z.object({ format: ChosenFormat }),
  answer: 'bytes',
  refusals: [playlistNotFound, nothingToDownload],
})

export const importPlaylist = route({
  method: 'POST',
  path: '/api/playlists/import',
  access: 'key',
  limit: 'search',
  summary: 'Creates a playlist from an M3U, M3U8 or JSPF file and lists the entries that match no track.',
  multipart: {
    /** `title` is used when the file contains none. */
    fields: z.object({ title: z.optional(Title) }),
    files: ['file'],
  },
  status: 201,
  answer: z.object({
    /** Null when no entry matches. */
    playlist: z.nullable(Playlist),
    entryCount: z.number(),
    /** In the order of the file: the number of the line (in JSPF of the track) and its text, which may be cut. */
    unmatched: z.array(z.object({ line: z.number(), text: z.string() })),
  }),
  refusals: [notAPlaylistFile, playlistFileTooLong, tooManyPlaylists, tooLarge, uploadBroken, diskFull],
})

/**
 * Sent over the socket by a client: which playlist its page shows, so that it is sent its changes; null when
 * it shows none.
 */
export const OpenPlaylist = z.object({ type: z.literal('openPlaylist'), playlistId: z.nullable(Id) })

/** Sent over the socket: the playlist that the client shows has changed, or was deleted. */
export const PlaylistChanged = z.object({ type: z.literal('playlistChanged'), playlistId: Id })

/** Sent over the socket: the list of the recipient’s playlists has changed; the client reads it again. */
export const PlaylistsChanged = z.object({ type: z.literal('playlistsChanged') })
