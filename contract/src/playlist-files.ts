import * as z from 'zod/mini'
import { ChosenFormat } from './catalog.ts'
import {
  onePlaylist,
  Playlist,
  playlistNotFound,
  PlaylistTitle,
  tooManyEntries,
  tooManyPlaylists,
} from './playlists.ts'
import { diskFull, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { uploadBroken } from './uploads.ts'

/** Maximum size in bytes of a file to import. */
export const PLAYLIST_FILE_MAX_BYTES = 5 * 1024 * 1024

/** File formats of export and import. */
export const PlaylistFormat = z.enum(['m3u8', 'jspf'])
export type PlaylistFormat = z.infer<typeof PlaylistFormat>

export const notAPlaylistFile = refusal(
  400,
  'NOT_A_PLAYLIST_FILE',
  'In dieser Datei steht keine Playlist. Möglich sind M3U, M3U8 und JSPF.',
)
/** The refusal of a file with too many entries. */
export const playlistFileTooLong = refusal(400, 'PLAYLIST_FILE_TOO_LONG', tooManyEntries)
export const nothingToDownload = refusal(
  404,
  'NOTHING_TO_DOWNLOAD',
  'In dieser Playlist ist nichts, was sich herunterladen lässt',
)

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
    /** The title of the new playlist if the file contains none. */
    fields: z.object({ title: z.optional(PlaylistTitle) }),
    files: ['file'],
  },
  status: 201,
  answer: z.object({
    /** The new playlist; null when no entry matches a track. */
    playlist: z.nullable(Playlist),
    entryCount: z.number(),
    /**
     * The entries without a matching track, in the order of the file. `line` is the number of the line (in JSPF of the
     * track); `text` may be shortened.
     */
    unmatched: z.array(z.object({ line: z.number(), text: z.string() })),
  }),
  refusals: [notAPlaylistFile, playlistFileTooLong, tooManyPlaylists, tooLarge, uploadBroken, diskFull],
})
