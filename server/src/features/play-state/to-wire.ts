import type { getPlayState, SavedPlayState } from '@tonarchiv/contract/play-state'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { isPlayable, type Track, trackToWire } from '#features/catalog/index.ts'

type PlayState = NonNullable<ResponseOf<typeof getPlayState>['state']>

interface Known {
  state: SavedPlayState
  dropped: number
  isCurrentDropped: boolean
}

/** The state with its tracks for the API; null when no track is left. */
export function toWire(
  { state, dropped, isCurrentDropped }: Known,
  tracks: ReadonlyMap<string, Track>,
  { device, savedAt }: { device: string; savedAt: string },
): PlayState | null {
  const { list, queued, in_between: between, order, position } = state
  const wired = (id: string) => {
    const track = tracks.get(id)
    return track ? [trackToWire(track)] : []
  }
  if (list.length + queued.length === 0 && between === null) return null
  const current = between ?? list[order?.[position] ?? position]
  const track = current === undefined ? undefined : tracks.get(current)
  const isGone = isCurrentDropped || (track !== undefined && !isPlayable(track))
  return {
    ...state,
    list: list.flatMap(wired),
    queued: queued.flatMap(({ key, track_id: id }) => wired(id).map((its) => ({ key, track: its }))),
    in_between: (between === null ? [] : wired(between))[0] ?? null,
    is_current_gone: isGone,
    dropped,
    device,
    saved_at: savedAt,
  }
}
