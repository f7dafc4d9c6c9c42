import * as contract from '@tonarchiv/contract/playlists'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { lengthOf, normalized } from '@tonarchiv/contract/text'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import type { Caller } from '#access/caller.ts'
import { parseInput } from '#http/input.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import { refusedFile } from '#http/uploads/refused-file.ts'
import { matchEntries } from './files/match-entries.ts'
import type { PlaylistFile } from './files/playlist-file.ts'
import { readPlaylistFile } from './files/read-playlist-file.ts'
import type { PlaylistsServices } from './find-visible.ts'
import { createPlaylist } from './playlists.ts'

/** Maximum number of bytes of the form without the file. */
const FORM_MAX_BYTES = 16 * 1024
const UNTITLED = 'Importierte Playlist'
/** Maximum number of characters of an unmatched line in the response. */
const SHOWN_MAX = 300

/**
 * Receives a playlist file and creates a private playlist of the tracks that it names.
 * @throws Refused as `importPlaylist` in the contract declares
 */
export async function importPlaylist(
  needs: PlaylistsServices,
  uploads: Uploads,
  caller: Caller,
  request: FastifyRequest,
): Promise<ResponseOf<typeof playlistFiles.importPlaylist>> {
  const limits = {
    maxBytes: playlistFiles.PLAYLIST_FILE_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (part: string) => (part === 'file' ? playlistFiles.PLAYLIST_FILE_MAX_BYTES : undefined),
  }
  return uploads.receive(request, limits, async ({ fields, files }) => {
    const { title } = parseInput(playlistFiles.importPlaylist.multipart.fields, Object.fromEntries(fields))
    const path = files.get('file')?.path
    if (path === undefined) throw refusedFile('file', playlistFiles.notAPlaylistFile)
    return createFrom(needs, caller, readPlaylistFile(await readFile(path)), title)
  })
}

async function createFrom(
  needs: PlaylistsServices,
  caller: Caller,
  file: PlaylistFile,
  fallbackTitle: string | undefined,
): Promise<ResponseOf<typeof playlistFiles.importPlaylist>> {
  const { entries } = file
  const matches = await matchEntries(needs.db, entries)
  const trackIds = matches.flatMap((id) => id ?? [])
  const title = shortened(file.title, contract.PLAYLIST_TITLE_MAX) || (fallbackTitle ?? UNTITLED)
  const description = shortened(file.description, contract.PLAYLIST_DESCRIPTION_MAX)
  const head = { title, description, visibility: 'private' } as const
  return {
    playlist: trackIds.length === 0 ? null : await createPlaylist(needs, caller, { ...head, trackIds }),
    entryCount: entries.length,
    unmatched: entries.flatMap(({ line, text }, index) =>
      matches[index] === undefined ? [{ line, text: shortened(text, SHOWN_MAX) }] : [],
    ),
  }
}

/** Adapts a text of the file to the limits of the contract. It is normalised and at most `max` code points long. */
function shortened(text: string, max: number): string {
  const whole = normalized(text)
  return lengthOf(whole) <= max ? whole : normalized(Array.from(whole).slice(0, max).join(''))
}
