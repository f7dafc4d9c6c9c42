import { shownTitle } from '@tonarchiv/contract/catalog'
import { ENTRIES_MAX } from '@tonarchiv/contract/playlists'
import { type downloadPlaylist as route, nothingToDownload } from '@tonarchiv/contract/playlist-files'
import type { FastifyReply } from 'fastify'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  artistOf,
  filesOfTracks,
  findTracks,
  type NumberedFile,
  numberedPath,
  type SendTracksZip,
} from '#features/catalog/index.ts'
import type { Call } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import { findVisible, type PlaylistsServices } from './find-visible.ts'
import { storedTexts } from './known-titles.ts'
import { smartTracks } from './smart-playlists.ts'
import { listEntries } from './store/entries.ts'

/**
 * Number of file names that are built before the event loop runs again. The longest names take nearly a millisecond
 * each.
 */
const NAMES_AT_ONCE = 100
/**
 * The path of the text file that lists missing tracks. It differs from the paths of all tracks, because those begin
 * with a number.
 */
const MISSING_PATH = 'Fehlende Titel.txt'
const MISSING_TEXT =
  'Diese Titel der Playlist fehlen hier, weil sie nicht mehr im Archiv sind oder keine Datei haben:'

/**
 * Sends the tracks of a playlist as a ZIP, numbered by their positions. Entries without a file are listed in a text
 * file. A track that is in the playlist twice is sent twice.
 * @throws Refused `playlistNotFound`, `nothingToDownload`
 */
export async function downloadPlaylist(
  needs: PlaylistsServices,
  send: SendTracksZip,
  call: Call<typeof route>,
): Promise<FastifyReply> {
  const { caller, params, query } = call
  const { id, title, rules } = await findVisible(needs.db, caller, params.id)
  const rows =
    rules === null
      ? await listEntries(needs.db, id, ENTRIES_MAX)
      : (await smartTracks(needs, caller, rules)).map((track) => ({ trackId: track.id }))
  const trackIds = [...new Set(rows.flatMap(({ trackId }) => trackId ?? []))]
  const [tracks, filesOf] = await Promise.all([
    findTracks(needs.db, trackIds),
    filesOfTracks(needs.db, trackIds, query.format),
  ])
  const digits = Math.max(2, String(rows.length).length)
  const files: NumberedFile[] = []
  const missing: string[] = []
  for (const [index, row] of rows.entries()) {
    const track = row.trackId === null ? undefined : tracks.get(row.trackId)
    const file = track === undefined ? undefined : filesOf.get(track.id)
    if (track !== undefined && file !== undefined) {
      const name = `${artistOf(track)} - ${shownTitle(track.title)}`
      files.push({ ...file, path: numberedPath(index + 1, digits, name, file.format) })
    } else if (track !== undefined) {
      missing.push(`${index + 1}. ${shownTitle(track.title)} (${track.album.title})`)
    } else if ('title' in row) {
      const { title: name, album } = storedTexts(caller, row)
      missing.push(`${index + 1}. ${name}${album === '' ? '' : ` (${album})`}`)
    }
    if (index % NAMES_AT_ONCE === 0) await yieldToEventLoop()
  }
  if (files.length === 0) throw new Refused(nothingToDownload)
  const note = { path: MISSING_PATH, text: `${[MISSING_TEXT, '', ...missing].join('\n')}\n` }
  return send(call, { id, title, files, note: missing.length === 0 ? undefined : note })
}
