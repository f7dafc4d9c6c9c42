import * as z from 'zod/mini'
import { brokenImage, notAnImage } from './archive-editing.ts'
import { COVER_WIDTHS } from './catalog.ts'
import { SmartRules } from './playlist-rules.ts'
import { Person } from './presence.ts'
import { diskFull, notFound, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'
import { uploadBroken } from './uploads.ts'

/** Maximum number of playlists that one account owns, and maximum number that it follows. */
export const PLAYLISTS_MAX = 500
/** Maximum number of entries of a playlist. */
export const ENTRIES_MAX = 10_000
export const PLAYLIST_TITLE_MAX = 100
export const PLAYLIST_DESCRIPTION_MAX = 500
/** Maximum number of tracks in one call that returns which playlists contain them. */
export const CONTAINED_MAX = 1000

/** The members who may see a playlist: its owner and collaborators; also the owner's friends; or all members. */
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
  /** Total duration in seconds of the tracks that are in the archive. */
  duration: z.number(),
  /** Whether an image was uploaded for the playlist. */
  hasOwnCover: z.boolean(),
  /** The uploaded image, or covers of the first albums: four for a mosaic, otherwise one or none. */
  covers: z.array(z.string()),
  /** Incremented with every change of the playlist or its entries. */
  revision: z.number(),
  createdAt: IsoTimestamp,
  /** The time at which an entry was last added or removed, or the description or the rules were last changed. */
  changedAt: IsoTimestamp,
  /** The rules of a smart playlist. Its entries are the tracks that match for the caller when it is read. */
  rules: z.optional(SmartRules),
})
export type Playlist = z.infer<typeof Playlist>

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
/** The message of the refusals of a playlist and of a file that would be longer than `ENTRIES_MAX`. */
export const tooManyEntries = 'Eine Playlist kann höchstens 10.000 Titel haben'
export const tooManyPlaylists = refusal(
  409,
  'TOO_MANY_PLAYLISTS',
  `Du hast schon ${PLAYLISTS_MAX} Playlists. Lösche zuerst eine davon.`,
)

export const PlaylistTitle = plainText({
  min: 1,
  max: PLAYLIST_TITLE_MAX,
  tooShort: 'Bitte gib der Playlist einen Namen',
  tooLong: `Der Name darf höchstens ${PLAYLIST_TITLE_MAX} Zeichen lang sein`,
})
export const PlaylistDescription = plainText({
  max: PLAYLIST_DESCRIPTION_MAX,
  tooLong: `Die Beschreibung darf höchstens ${PLAYLIST_DESCRIPTION_MAX} Zeichen lang sein`,
  paragraphs: true,
})
/** A list of ids with at least one element. */
export const idList = (max: number, tooMany: string) =>
  z.array(Id).check(z.minLength(1, 'Bitte wähle mindestens einen Titel'), z.maxLength(max, tooMany))
/** The tracks of a new playlist, or tracks to add to a playlist. */
export const TrackIds = idList(ENTRIES_MAX, tooManyEntries)
/** Maximum size of a body in bytes. It is enough for the ids of all entries of the longest playlist. */
export const IDS_BODY_BYTES = 1024 * 1024

/** The parameters of a call about one playlist. */
export const onePlaylist = z.object({ id: Id })
/** The playlist after the call, in the form that the caller sees. */
export const PlaylistAnswer = z.object({ playlist: Playlist })

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
  summary:
    'Creates a playlist: empty, with tracks, or a smart one with rules. A call that is repeated with the same creation answers the same playlist.',
  body: z.object({
    creationId: z.optional(z.uuid('Ungültige Kennung')),
    title: PlaylistTitle,
    description: z._default(PlaylistDescription, ''),
    visibility: z._default(PlaylistVisibility, 'private'),
    trackIds: z.optional(TrackIds),
    /** The rules of a smart playlist, instead of tracks. */
    rules: z.optional(SmartRules),
  }),
  bodyLimitBytes: IDS_BODY_BYTES,
  status: 201,
  answer: PlaylistAnswer,
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

export const updatePlaylist = route({
  method: 'PATCH',
  path: '/api/playlists/:id',
  access: 'key',
  summary: 'Changes title, description or visibility of an own playlist, or the rules of a smart one.',
  params: onePlaylist,
  body: z.object({
    title: z.optional(PlaylistTitle),
    description: z.optional(PlaylistDescription),
    visibility: z.optional(PlaylistVisibility),
    rules: z.optional(SmartRules),
  }),
  answer: PlaylistAnswer,
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

export const replacePlaylistCover = route({
  method: 'PUT',
  path: '/api/playlists/:id/cover',
  access: 'key',
  summary: 'Gives an own playlist a picture (jpeg, png, webp, gif; drawn anew).',
  params: onePlaylist,
  multipart: { fields: z.object({}), files: ['cover'] },
  answer: PlaylistAnswer,
  refusals: [playlistNotFound, playlistReadOnly, notAnImage, brokenImage, tooLarge, uploadBroken, diskFull],
})

export const removePlaylistCover = route({
  method: 'DELETE',
  path: '/api/playlists/:id/cover',
  access: 'key',
  summary: 'Removes the picture of an own playlist.',
  params: onePlaylist,
  answer: PlaylistAnswer,
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

/** Sent over the socket: the list of the recipient’s playlists has changed; the client reads it again. */
export const PlaylistsChanged = z.object({ type: z.literal('playlistsChanged') })
