import { ENTRIES_MAX } from '@tonarchiv/contract/playlists'
import type { PlaylistFormat } from '@tonarchiv/contract/playlist-files'
import type { FastifyReply } from 'fastify'
import type { Caller } from '#access/caller.ts'
import { artistOf, attachment, findTracks, isPlayable } from '#features/catalog/index.ts'
import { userContentHeaders } from '#http/pages/page-headers.ts'
import { safeName } from '#platform/file-names.ts'
import { linkOfTrack } from './files/entry-names.ts'
import { jspfOf } from './files/jspf.ts'
import { m3uOf } from './files/m3u.ts'
import type { ExportedPlaylist } from './files/playlist-file.ts'
import { storedTexts } from './known-titles.ts'
import { smartTracks } from './smart-playlists.ts'
import { findVisible, type PlaylistsServices } from './find-visible.ts'
import { listEntries } from './store/entries.ts'

/** Maximum number of bytes of the file name without its extension. */
const NAME_MAX_BYTES = 200

const FORMATS = {
  m3u8: { mediaType: 'application/vnd.apple.mpegurl', write: m3uOf },
  jspf: { mediaType: 'application/json; charset=utf-8', write: jspfOf },
} satisfies Record<PlaylistFormat, { mediaType: string; write: (playlist: ExportedPlaylist) => string }>

/**
 * Sends a playlist as a file. The file is built as one string, because the number of entries is limited.
 * @throws Refused `playlistNotFound`
 */
export async function exportPlaylist(
  needs: PlaylistsServices & { publicUrl: string },
  caller: Caller,
  { id, format, reply }: { id: string; format: PlaylistFormat; reply: FastifyReply },
): Promise<FastifyReply> {
  const { title, description, rules } = await findVisible(needs.db, caller, id)
  const rows =
    rules === null
      ? await listEntries(needs.db, id, ENTRIES_MAX)
      : (await smartTracks(needs, caller, rules)).map(({ id: trackId }) => ({ trackId }))
  const tracks = await findTracks(needs.db, [...new Set(rows.flatMap(({ trackId }) => trackId ?? []))])
  const entries = rows.flatMap((row) => {
    const track = row.trackId === null ? undefined : tracks.get(row.trackId)
    if (track !== undefined)
      return {
        title: track.title,
        artist: artistOf(track),
        album: track.album.title,
        durationSeconds: track.durationSeconds,
        link: isPlayable(track) ? linkOfTrack(needs.publicUrl, track.id) : undefined,
      }
    if (!('title' in row)) return []
    const { title: name, album, durationSeconds } = storedTexts(caller, row)
    return { title: name, artist: album, album, durationSeconds, link: undefined }
  })
  const { mediaType, write } = FORMATS[format]
  return reply
    .headers({
      ...userContentHeaders,
      'content-type': mediaType,
      'content-disposition': attachment(`${safeName(title, NAME_MAX_BYTES)}.${format}`),
      'cache-control': 'private, no-store',
    })
    .send(write({ title, description, entries }))
}
