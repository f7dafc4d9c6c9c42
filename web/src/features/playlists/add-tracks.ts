import type { Playlist } from '@tonarchiv/contract/playlists'
import { addEntries } from '@tonarchiv/contract/playlist-entries'
import { useMutationState } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useAddedToast } from './added-toast.ts'
import { useChange } from './playlist-changes.ts'

interface Addition {
  playlist: Pick<Playlist, 'id' | 'title'>
  trackIds: readonly string[]
}

const ADDING = ['playlists', 'add']

/** Adds tracks at the end of a playlist, and says so. */
export function useAddTracks() {
  const showAdded = useAddedToast()
  return useChange({
    mutationKey: ADDING,
    send: async ({ playlist: { id }, trackIds }: Addition) =>
      withBatch(`${id} ${trackIds.join(' ')}`, async (batch) =>
        call(addEntries, { params: { id }, body: { batch, trackIds: [...trackIds] } }),
      ),
    idOf: ({ playlist }) => playlist.id,
    onDone: ({ added }, { playlist }) => showAdded(playlist, { count: added }),
  })
}

function isAddition(value: unknown): value is Addition {
  return typeof value === 'object' && value !== null && 'playlist' in value && 'trackIds' in value
}

/** The ids of the playlists to which tracks are being added. */
export function useGrowingPlaylists(): readonly string[] {
  return useMutationState({
    filters: { mutationKey: ADDING, status: 'pending' },
    select: ({ state }) => (isAddition(state.variables) ? state.variables.playlist.id : ''),
  })
}

/** Milliseconds in which the same tracks for the same playlist are the same addition, if the first had no answer. */
const SAME_WITHIN = 120_000

/** The last addition without an answer. */
let unanswered: { content: string; batch: string; at: number } | undefined

/**
 * Adds with an id that the server inserts once. An addition that had no answer may have been done: the same one, made
 * again, has the same id.
 */
async function withBatch<A>(content: string, add: (batch: string) => Promise<A>): Promise<A> {
  const last = unanswered
  const isSame = last?.content === content && performance.now() - last.at < SAME_WITHIN
  const batch = isSame ? last.batch : crypto.randomUUID()
  try {
    const answer = await add(batch)
    unanswered = undefined
    return answer
  } catch (failure) {
    const hasAnswer = failure instanceof ApiError && failure.status !== 0
    unanswered = hasAnswer ? undefined : { content, batch, at: performance.now() }
    throw failure
  }
}
