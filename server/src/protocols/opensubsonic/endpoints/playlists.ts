import {
  ENTRIES_MAX,
  IDS_BODY_BYTES,
  type Playlist as PlaylistOfArchive,
  PlaylistDescription,
  PlaylistTitle,
} from '@tonarchiv/contract/playlists'
import { wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import { type Caller, hasKey } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { playlists } from '#features/playlists/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { notForApps, parameterMissing } from '../frame/errors.ts'
import { flag, id, ids, text } from '../frame/parameters.ts'
import { Playlist, PlaylistWithSongs } from '../shapes/playlist.ts'
import { pictureIdOf } from './playlist-picture.ts'
import { songsInOrder } from './songs.ts'

const songIds = z._default(ids(ENTRIES_MAX), [])
/** Positions of songs in the list that `getPlaylist` returns, from 0. */
const songIndexes = z._default(
  z.array(wholeNumber({ min: 0, max: ENTRIES_MAX })).check(z.maxLength(ENTRIES_MAX)),
  [],
)
const Nothing = z.object({})
const OnePlaylist = z.object({ playlist: PlaylistWithSongs })

/** Endpoints for playlists. Members without archive access read only their own playlists, and these without songs. */
export const playlistEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getPlaylists',
    access: 'verified',
    parameters: z.object({ username: z.optional(text(256)) }),
    answer: z.object({ playlists: z.object({ playlist: z.array(Playlist) }) }),
    handle: async ({ caller, parameters: { username } }, { use }) => {
      if (username !== undefined && username.toLowerCase() !== caller.username) throw new Refused(notForApps)
      const listed = await use(playlists).songLists.list(caller)
      return { playlists: { playlist: listed.map(playlistOf) } }
    },
  }),
  endpoint({
    name: 'getPlaylist',
    access: 'verified',
    parameters: z.object({ id }),
    answer: OnePlaylist,
    handle: async ({ caller, parameters }, context) => playlistWithSongs(context, caller, parameters.id),
  }),
  endpoint({
    name: 'createPlaylist',
    parameters: z.object({ playlistId: z.optional(id), name: z.optional(PlaylistTitle), songId: songIds }),
    bodyLimitBytes: IDS_BODY_BYTES,
    answer: OnePlaylist,
    handle: async ({ caller, parameters: { playlistId, name: title, songId: trackIds } }, context) => {
      const { songLists } = context.use(playlists)
      if (playlistId !== undefined) {
        await songLists.replace(caller, playlistId, { title, trackIds })
        return playlistWithSongs(context, caller, playlistId)
      }
      if (title === undefined) throw new Refused(parameterMissing, { values: { name: 'name' } })
      return playlistWithSongs(context, caller, await songLists.create(caller, { title, trackIds }))
    },
  }),
  endpoint({
    name: 'updatePlaylist',
    parameters: z.object({
      playlistId: id,
      name: z.optional(PlaylistTitle),
      comment: z.optional(PlaylistDescription),
      public: z.optional(flag),
      songIdToAdd: songIds,
      songIndexToRemove: songIndexes,
    }),
    bodyLimitBytes: IDS_BODY_BYTES,
    answer: Nothing,
    handle: async ({ caller, parameters }, { use }) => {
      const { playlistId, name: title, comment: description, public: isPublic, ...entries } = parameters
      const { songIdToAdd: added, songIndexToRemove: removedIndexes } = entries
      const change = { title, description, isPublic, added, removedIndexes }
      await use(playlists).songLists.change(caller, playlistId, change)
      return {}
    },
  }),
  endpoint({
    name: 'deletePlaylist',
    parameters: z.object({ id }),
    answer: Nothing,
    handle: async ({ caller, parameters }, { use }) => {
      await use(playlists).songLists.remove(caller, parameters.id)
      return {}
    },
  }),
]

async function playlistWithSongs(
  context: AppContext,
  caller: Caller,
  playlistId: string,
): Promise<z.infer<typeof OnePlaylist>> {
  const { playlist, trackIds } = await context.use(playlists).songLists.read(caller, playlistId)
  const entry = hasKey(caller) ? await songsInOrder(context, caller, trackIds) : []
  const duration = entry.reduce((sum, song) => sum + (song.duration ?? 0), 0)
  return { playlist: { ...playlistOf(playlist), songCount: entry.length, duration, entry } }
}

function playlistOf(playlist: PlaylistOfArchive): z.infer<typeof Playlist> {
  const { id: playlistId, title, description, owner, visibility, role, rules, covers } = playlist
  return {
    id: playlistId,
    name: title,
    ...(description !== '' && { comment: description }),
    owner: owner.username,
    public: visibility === 'members',
    readonly: role === 'reader' || rules !== undefined,
    songCount: playlist.entryCount,
    duration: Math.round(playlist.duration),
    created: playlist.createdAt,
    changed: playlist.changedAt,
    ...(covers.length > 0 && { coverArt: pictureIdOf(playlist) }),
  }
}
