import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { notForApps } from '../frame/errors.ts'

const NO_PARAMETERS = z.object({})
const Nothing = z.object({})

/** Endpoints that return empty lists, because this archive has no such entries. */
const emptyLists: readonly Endpoint[] = [
  endpoint({
    name: 'getPodcasts',
    parameters: NO_PARAMETERS,
    answer: z.object({ podcasts: z.object({ channel: z.array(Nothing) }) }),
    handle: async () => ({ podcasts: { channel: [] } }),
  }),
  endpoint({
    name: 'getNewestPodcasts',
    parameters: NO_PARAMETERS,
    answer: z.object({ newestPodcasts: z.object({ episode: z.array(Nothing) }) }),
    handle: async () => ({ newestPodcasts: { episode: [] } }),
  }),
  endpoint({
    name: 'getInternetRadioStations',
    parameters: NO_PARAMETERS,
    answer: z.object({ internetRadioStations: z.object({ internetRadioStation: z.array(Nothing) }) }),
    handle: async () => ({ internetRadioStations: { internetRadioStation: [] } }),
  }),
  endpoint({
    name: 'getShares',
    parameters: NO_PARAMETERS,
    answer: z.object({ shares: z.object({ share: z.array(Nothing) }) }),
    handle: async () => ({ shares: { share: [] } }),
  }),
]

/** Endpoints that find nothing, because this archive has no podcasts, captions and stream segments. */
const missing = ['getPodcastEpisode', 'getCaptions', 'hls', 'hls.m3u8'].map((name) =>
  endpoint({
    name,
    parameters: NO_PARAMETERS,
    answer: Nothing,
    handle: async () => {
      throw new Refused(notFound)
    },
  }),
)

/**
 * Endpoints that reject every call: only the web app has the function, or this archive has nothing that they could
 * change.
 */
const refused = [
  'startScan',
  'jukeboxControl',
  'getUsers',
  'createUser',
  'updateUser',
  'deleteUser',
  'changePassword',
  'refreshPodcasts',
  'createPodcastChannel',
  'deletePodcastChannel',
  'deletePodcastEpisode',
  'downloadPodcastEpisode',
  'createInternetRadioStation',
  'updateInternetRadioStation',
  'deleteInternetRadioStation',
  'createShare',
  'updateShare',
  'deleteShare',
].map((name) =>
  endpoint({
    name,
    access: 'auth',
    parameters: NO_PARAMETERS,
    answer: Nothing,
    handle: async () => {
      throw new Refused(notForApps)
    },
  }),
)

export const absentEndpoints: readonly Endpoint[] = [...emptyLists, ...missing, ...refused]
