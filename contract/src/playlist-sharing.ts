import * as z from 'zod/mini'
import {
  onePlaylist,
  PlaylistAnswer,
  playlistIsSmart,
  playlistNotFound,
  playlistReadOnly,
  PLAYLISTS_MAX,
  tooManyPlaylists,
} from './playlists.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/** Maximum number of collaborators of a playlist. */
export const COLLABORATORS_MAX = 50

export const onlyFriendsCollaborate = refusal(409, 'NOT_A_FRIEND', 'Nur Freunde können mitwirken')
export const tooManyCollaborators = refusal(
  409,
  'TOO_MANY_COLLABORATORS',
  `An einer Playlist können höchstens ${COLLABORATORS_MAX} Freunde mitwirken`,
)
export const tooManyFollowed = refusal(
  409,
  'TOO_MANY_FOLLOWED',
  `Du folgst schon ${PLAYLISTS_MAX} Playlists. Entfolge zuerst einer davon.`,
)

const oneCollaborator = z.object({ id: Id, userId: Id })

export const addCollaborator = route({
  method: 'PUT',
  path: '/api/playlists/:id/collaborators/:userId',
  access: 'key',
  summary: 'Lets a friend add, move and remove entries of an own playlist.',
  params: oneCollaborator,
  answer: PlaylistAnswer,
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
  answer: PlaylistAnswer,
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
  answer: PlaylistAnswer,
  refusals: [playlistNotFound, tooManyPlaylists],
})

export const listMembersHere = route({
  method: 'GET',
  path: '/api/playlists/:id/members-here',
  access: 'verified',
  summary: 'Which other members, of the owner and the collaborators, have the page of this playlist open.',
  params: onePlaylist,
  answer: z.object({ userIds: z.array(Id) }),
  refusals: [playlistNotFound],
})

/** Sent over the socket: members have opened or left the page of the playlist that the client shows. */
export const PlaylistMembersHere = z.object({ type: z.literal('playlistMembersHere'), playlistId: Id })
