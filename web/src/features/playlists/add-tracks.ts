import type { Playlist } from '@tonarchiv/contract/playlists'
import { addEntries } from '@tonarchiv/contract/playlist-entries'
import { useMutationState } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { useAddedToast } from './added-toast.ts'
import { useChange } from './playlist-changes.ts'
import { createRepeatableId } from './repeatable-id.ts'

interface Addition {
  playlist: Pick<Playlist, 'id' | 'title'>
  trackIds: readonly string[]
}

const ADDING = ['playlists', 'add']
const withBatch = createRepeatableId()

/** Adds tracks at the end of a playlist, and shows a toast about that. */
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
