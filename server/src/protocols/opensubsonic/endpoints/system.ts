import * as z from 'zod/mini'
import { catalog } from '#features/catalog/index.ts'
import { sendAvatarOf } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint, fileEndpoint, publicEndpoint } from '../frame/endpoint.ts'
import { notForApps } from '../frame/errors.ts'
import { text } from '../frame/parameters.ts'
import { integer } from '../frame/shape.ts'
import { User } from '../shapes/user.ts'
import { MUSIC_FOLDER_ID } from './music-folder.ts'

/** Extensions of OpenSubsonic that are supported, with their versions. */
const EXTENSIONS: readonly { name: string; versions: number[] }[] = [
  { name: 'apiKeyAuthentication', versions: [1] },
  { name: 'formPost', versions: [1] },
  { name: 'indexBasedQueue', versions: [1] },
  { name: 'songLyrics', versions: [1, 2] },
  { name: 'transcodeOffset', versions: [1] },
]

const Nothing = z.object({})
export const systemEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'ping',
    access: 'auth',
    parameters: z.object({}),
    answer: Nothing,
    handle: async () => ({}),
  }),
  endpoint({
    name: 'getLicense',
    access: 'auth',
    parameters: z.object({}),
    answer: z.object({ license: z.object({ valid: z.boolean() }) }),
    handle: async () => ({ license: { valid: true } }),
  }),
  publicEndpoint({
    name: 'getOpenSubsonicExtensions',
    answer: z.object({
      openSubsonicExtensions: z.array(z.object({ name: z.string(), versions: z.array(integer) })),
    }),
    handle: async () => ({ openSubsonicExtensions: [...EXTENSIONS] }),
  }),
  endpoint({
    name: 'tokenInfo',
    access: 'auth',
    parameters: z.object({}),
    answer: z.object({ tokenInfo: z.object({ username: z.string() }) }),
    handle: async ({ caller }) => ({ tokenInfo: { username: caller.username } }),
  }),
  endpoint({
    name: 'getMusicFolders',
    parameters: z.object({}),
    answer: z.object({
      musicFolders: z.object({ musicFolder: z.array(z.object({ id: integer, name: z.string() })) }),
    }),
    handle: async (_call, { services }) => ({
      musicFolders: { musicFolder: [{ id: MUSIC_FOLDER_ID, name: services.config.siteTitle }] },
    }),
  }),
  endpoint({
    name: 'getUser',
    access: 'auth',
    parameters: z.object({ username: text(256) }),
    answer: z.object({ user: User }),
    handle: async ({ caller, parameters }) => {
      if (parameters.username.toLowerCase() !== caller.username) throw new Refused(notForApps)
      const hasArchive = caller.isAdmin || caller.keyVerified
      return {
        user: {
          username: caller.username,
          scrobblingEnabled: true,
          adminRole: false,
          settingsRole: false,
          downloadRole: hasArchive,
          uploadRole: false,
          playlistRole: hasArchive,
          coverArtRole: false,
          commentRole: hasArchive,
          podcastRole: false,
          streamRole: hasArchive,
          jukeboxRole: false,
          shareRole: false,
          videoConversionRole: false,
          folder: hasArchive ? [MUSIC_FOLDER_ID] : [],
        },
      }
    },
  }),
  endpoint({
    name: 'getScanStatus',
    parameters: z.object({}),
    answer: z.object({ scanStatus: z.object({ scanning: z.boolean(), count: integer }) }),
    handle: async (_call, { use }) => ({
      scanStatus: { scanning: false, count: await use(catalog).list.countSongs() },
    }),
  }),
  fileEndpoint({
    name: 'getAvatar',
    access: 'verified',
    limit: 'image',
    parameters: z.object({ username: text(256) }),
    send: async ({ parameters, request, reply }, { services }) =>
      sendAvatarOf(services, parameters.username, { request, reply }),
  }),
]
