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

/** Milliseconds within which a removal can be undone. */
const UNDO_DURATION = 8000

/** Refusals after which repeating the request would have the same result. */
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

/**
 * Moves, removes and restores entries. Changes are sent one after the other; a failed change is not displayed any more.
 */
export function useEntryChanges({ id }: Pick<Playlist, 'id'>) {
  const cache = useQueryClient()
  const mutationKey = ['playlist', id, 'change']
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables,
  }).filter(isEntryChange)
  const undo = useUndo()
  /** Entries that were removed. When their removal is undone, they can be displayed before the server has answered. */
  const removed = useRef<ReadonlyMap<string, PlaylistEntry>>(new Map())
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `playlist ${id}` },
    mutationFn: async (change: EntryChange) => send(id, change),
    // The change counts as pending until the changed entries have been read.
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
      // The change counts as pending until this handler has ended. Without a connection, the handler does not wait
      // until the playlist was read.
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

/**
 * Shows a toast that can undo removals. If the toast of an earlier removal is still open, the new toast undoes both.
 */
function useUndo() {
  const offered = useRef<{ toast: number; entryIds: readonly string[]; restore: Restore }>(undefined)
  /** Shows a toast, which replaces the open one. */
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
    /** Excludes entries from what the open toast undoes, because their removal has failed. */
    forget: (entryIds: readonly string[]) => {
      const offer = open()
      if (!offer) return
      const removed = offer.entryIds.filter((id) => !entryIds.includes(id))
      if (removed.length > 0) show(removed, offer.restore)
      else dismissToast(offer.toast)
    },
  }
}

/** Those entries with these ids that the cached page of the playlist contains. */
function entriesOf(cache: QueryClient, id: string, entryIds: readonly string[]): readonly PlaylistEntry[] {
  const wanted = new Set(entryIds)
  return (
    cache.getQueryData<OpenPlaylist>(keyOfOpen(id))?.entries.filter((entry) => wanted.has(entry.id)) ?? []
  )
}

/** The removed entries by their ids, with the new ones added. At most as many are kept as a playlist can have. */
function withRemoved(
  known: ReadonlyMap<string, PlaylistEntry>,
  entries: readonly PlaylistEntry[],
): ReadonlyMap<string, PlaylistEntry> {
  const all = [...known, ...entries.map((entry) => [entry.id, entry] as const)]
  return new Map(all.slice(-ENTRIES_MAX))
}
