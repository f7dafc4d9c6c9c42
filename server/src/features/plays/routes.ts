import { listSongs } from '@tonarchiv/contract/catalog'
import { getArtistPlays } from '@tonarchiv/contract/artists'
import * as contract from '@tonarchiv/contract/plays'
import { seenBy } from '#access/seen-by.ts'
import type { Catalog } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { artistPlays } from './artist-plays.ts'
import type { CountPlay } from './count-play.ts'
import { listPlays, listTopTracks, statsOf } from './plays.ts'
import { songPage } from './songs.ts'

export function registerPlays(
  bind: Bind,
  services: Services,
  { catalog, countPlay }: { catalog: Catalog; countPlay: CountPlay },
): void {
  bind(contract.recordPlay, async ({ caller, body }) => {
    const play = await countPlay(caller, {
      trackId: body.track_id,
      completed: body.completed ?? false,
      startedAt: body.started_at,
      heardAt: body.heard_at,
      endPositionSeconds: body.end_position,
    })
    return { success: true, play }
  })

  bind(contract.listPlays, async ({ caller, query }) => ({
    plays: await listPlays(seenBy(services, caller), caller.id, query),
  }))

  bind(listSongs, async ({ caller, query }) =>
    songPage(seenBy(services, caller), catalog.seenBy(caller), query),
  )

  bind(contract.listTopTracks, async ({ caller, query }) => ({
    tracks: await listTopTracks(seenBy(services, caller), query.limit),
  }))

  bind(getArtistPlays, async ({ caller, params }) =>
    artistPlays(seenBy(services, caller), params.id, caller.id),
  )

  bind(contract.getTrackStats, async ({ caller, params }) => statsOf(seenBy(services, caller), params.track))

  bind(contract.getPersonalTrackStats, async ({ caller, params }) =>
    statsOf(seenBy(services, caller), params.track, caller.id),
  )
}
