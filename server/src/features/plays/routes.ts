import { listSongs } from '@tonarchiv/contract/catalog'
import * as contract from '@tonarchiv/contract/plays'
import type { Catalog } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import { takeTry } from '#rate-limits/kept-limits.ts'
import type { Services } from '#services.ts'
import { listPlays, listTopTracks, type PlayFollower, recordPlay, statsOf } from './plays.ts'
import { songPage } from './songs.ts'

/** `follower` hears of each play that counts. */
export function registerPlays(
  bind: Bind,
  services: Services,
  catalog: Catalog,
  follower?: PlayFollower,
): void {
  bind(contract.recordPlay, async ({ caller, body }) => {
    // See docs/security-requirements.md A-16.
    await takeTry(services, [{ name: 'plays', by: caller.id, tries: 240, windowSeconds: 60 * 60 }])
    const heard = {
      trackId: body.track_id,
      completed: body.completed ?? false,
      startedAt: body.started_at,
      heardAt: body.heard_at,
      endPositionSeconds: body.end_position,
    }
    const play = await recordPlay(services, caller, heard, follower)
    return { success: true, play }
  })

  bind(contract.listPlays, async ({ caller, query }) => ({
    plays: await listPlays(services, caller.id, query),
  }))

  bind(listSongs, async ({ query }) => songPage(services, catalog, query))

  bind(contract.listTopTracks, async ({ query }) => ({ tracks: await listTopTracks(services, query.limit) }))

  bind(contract.getTrackStats, async ({ params }) => statsOf(services, params.track))

  bind(contract.getPersonalTrackStats, async ({ caller, params }) =>
    statsOf(services, params.track, caller.id),
  )
}
