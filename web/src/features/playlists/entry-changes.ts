import { ENTRIES_MAX, type Playlist, playlistNotFound, playlistReadOnly } from '@tonarchiv/contract/playlists'
import {
  entryGone,
  entryRemoved,
  moveEntries,
  type PlaylistEntry,
  removeEntries,
  restoreEntries,
} from '@tonarchiv/contract/playlist-entries'
import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useRef } from 'react'
import { dismissToast, isToastOpen, showToast } from '#ui/dom/toast.ts'
import { keyOfOpen, pullChanges } from './open-playlist.ts'
import type { EntryChange, OpenPlaylist } from './shown-entries.ts'

/** Milliseconds in which a removal can be undone. */
const UNDO_DURATION = 8000

/** Refusals that would be the same if the request were repeated. */
const FINAL = [entryRemoved, entryGone, playlistReadOnly, playlistNotFound]

function isEntryChange(value: unknown): value is EntryChange {
  return typeof value === 'object' && value !== null && 'kind' in value && 'entryIds' in value
}

async function send(id: string, change: EntryChange): Promise<unknown> {
  const params = { id }
  const entryIds = [...change.entryIds]
  if (change.kind === 'move') return call(moveEntries, { params, body: { entryIds, after: change.after } })
  return call(change.kind === 'remove' ? removeEntries : restoreEntries, { params, body: { entryIds } })
}

/** Moves, removes and restores entries, one change after the other. A change that failed is no longer shown. */
export function useEntryChanges({ id }: Pick<Playlist, 'id'>) {
  const cache = useQueryClient()
  const mutationKey = ['playlist', id, 'change']
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables,
  }).filter(isEntryChange)
  const undo = useUndo()
  /** The removed entries, so that they are shown at once when their removal is undone. */
  const removed = useRef<ReadonlyMap<string, PlaylistEntry>>(new Map())
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `playlist ${id}` },
    mutationFn: async (change: EntryChange) => send(id, change),
    // The change is pending until the changed entries have been read.
    onSuccess: async () => pullChanges(cache, id),
    onError: async (failure, change) => {
      if (change.kind === 'remove') undo.forget(change.entryIds)
      const isFinal = failure instanceof ApiError && FINAL.some((refusal) => failure.is(refusal))
      if (change.kind === 'move' && !isFinal)
        showToast('Reihenfolge konnte nicht gespeichert werden', {
          kind: 'error',
          duration: UNDO_DURATION,
          action: { label: 'Erneut versuchen', onPress: () => mutate(change) },
        })
      else showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
      const reading = pullChanges(cache, id)
      // The change is shown as pending until this handler has ended. Without a connection it does not wait for the
      // playlist.
      if (!(failure instanceof ApiError) || failure.status !== 0) await reading
    },
  })
  return {
    pending,
    move: (entryIds: readonly string[], after: string | null) => mutate({ kind: 'move', entryIds, after }),
    remove: (entryIds: readonly string[]) => {
      removed.current = withRemoved(removed.current, entriesOf(cache, id, entryIds))
      undo.offer(entryIds, (ids) => {
        const entries = ids.flatMap((each) => removed.current.get(each) ?? [])
        mutate({ kind: 'restore', entryIds: ids, entries })
      })
      mutate({ kind: 'remove', entryIds })
    },
  }
}

type Restore = (entryIds: readonly string[]) => void

/** Offers to undo removals. While an offer is open, further removals are added to it. */
function useUndo() {
  const offered = useRef<{ toast: number; entryIds: readonly string[]; restore: Restore }>(undefined)
  /** Replaces the open offer. */
  const show = (entryIds: readonly string[], restore: Restore) => {
    if (offered.current) dismissToast(offered.current.toast)
    const toast = showToast(`${entryIds.length} Titel entfernt`, {
      duration: UNDO_DURATION,
      returns: true,
      action: { label: 'Rückgängig', onPress: () => restore(entryIds) },
    })
    offered.current = { toast, entryIds, restore }
  }
  const open = () => (offered.current && isToastOpen(offered.current.toast) ? offered.current : undefined)
  return {
    offer: (entryIds: readonly string[], restore: Restore) =>
      show([...(open()?.entryIds ?? []), ...entryIds], restore),
    /** Takes entries out of the offer, because their removal failed. */
    forget: (entryIds: readonly string[]) => {
      const offer = open()
      if (!offer) return
      const removed = offer.entryIds.filter((id) => !entryIds.includes(id))
      if (removed.length > 0) show(removed, offer.restore)
      else dismissToast(offer.toast)
    },
  }
}

/** The entries with these ids that an open playlist contains. */
function entriesOf(cache: QueryClient, id: string, entryIds: readonly string[]): readonly PlaylistEntry[] {
  const wanted = new Set(entryIds)
  return (
    cache.getQueryData<OpenPlaylist>(keyOfOpen(id))?.entries.filter((entry) => wanted.has(entry.id)) ?? []
  )
}

/** The removed entries by id, with the new ones; at most as many as the longest playlist has. */
function withRemoved(
  known: ReadonlyMap<string, PlaylistEntry>,
  entries: readonly PlaylistEntry[],
): ReadonlyMap<string, PlaylistEntry> {
  const all = [...known, ...entries.map((entry) => [entry.id, entry] as const)]
  return new Map(all.slice(-ENTRIES_MAX))
}
