import { listSongs } from '@tonarchiv/contract/catalog'
import { getArtistPlays } from '@tonarchiv/contract/artists'
import * as contract from '@tonarchiv/contract/plays'
import type { Catalog } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { artistPlays } from './artist-plays.ts'
import { listPlays, listTopTracks, type PlayFollower, recordPlay, statsOf } from './plays.ts'
import { songPage } from './songs.ts'

/** `follower` is called for each play that counts. */
export function registerPlays(
  bind: Bind,
  services: Services,
  catalog: Catalog,
  follower?: PlayFollower,
): void {
  bind(contract.recordPlay, async ({ caller, body }) => {
    // See docs/security-requirements.md A-16.
    await consume(services, [{ name: 'plays', by: caller.id, maxAttempts: 240, windowSeconds: 60 * 60 }])
    const recorded = {
      trackId: body.track_id,
      completed: body.completed ?? false,
      startedAt: body.started_at,
      heardAt: body.heard_at,
      endPositionSeconds: body.end_position,
    }
    const play = await recordPlay(services, caller, recorded, follower)
    return { success: true, play }
  })

  bind(contract.listPlays, async ({ caller, query }) => ({
    plays: await listPlays(services, caller.id, query),
  }))

  bind(listSongs, async ({ query }) => songPage(services, catalog, query))

  bind(contract.listTopTracks, async ({ query }) => ({ tracks: await listTopTracks(services, query.limit) }))

  bind(getArtistPlays, async ({ caller, params }) => artistPlays(services, params.id, caller.id))

  bind(contract.getTrackStats, async ({ params }) => statsOf(services, params.track))

  bind(contract.getPersonalTrackStats, async ({ caller, params }) =>
    statsOf(services, params.track, caller.id),
  )
}
