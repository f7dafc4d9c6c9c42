import {
  changeKeyBatch,
  createKeyBatch,
  exportKeys,
  getKeyBatch,
  type KeyBatch,
  type KeyOrder,
  type KeyStatus,
  listKeyBatches,
  previewWithdrawal,
  withdrawKeyBatch,
} from '@tonarchiv/contract/key-batches'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call, callForFile } from '#client/call.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

const PAGE = 50

/** Which batches the list shows: those with this status and this search text. */
export interface KeyFilter {
  status?: KeyStatus | undefined
  q?: string | undefined
}

const BATCHES = ['access-keys', 'batches'] as const

/** The batches that match `filter`, newest first, in pages. */
export const batchesQuery = (filter: KeyFilter) =>
  infiniteQueryOptions({
    queryKey: [...BATCHES, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listKeyBatches, { query: { ...filter, limit: PAGE, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ batches, total }, _pages, offset) =>
      offset + batches.length < total && batches.length > 0 ? offset + batches.length : undefined,
    placeholderData: (previous) => previous,
    // Always stale: members can redeem keys at any time, and admins are not notified of that.
    staleTime: 0,
  })

/** A batch with its keys. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...BATCHES, 'one', id],
    queryFn: ({ signal }) => call(getKeyBatch, { params: { id } }, { signal }),
    staleTime: 0,
  })

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: [...BATCHES, 'withdrawal', id],
    queryFn: ({ signal }) => call(previewWithdrawal, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: BATCHES })
}

export function useCreateKeys() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (order: KeyOrder) => call(createKeyBatch, { body: order }),
    onSuccess: refresh,
  })
}

export function useChangeBatch() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; note?: string; expiresAt?: string | null }) =>
      call(changeKeyBatch, { params: { id }, body }),
    onSuccess: refresh,
  })
}

export function useWithdrawKeys() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ batch, takesBack }: { batch: KeyBatch; takesBack: boolean }) =>
      call(withdrawKeyBatch, { params: { id: batch.id }, body: { takesBack } }),
    // Read again after a failed withdrawal, too, because another admin may have withdrawn the keys.
    onSettled: refresh,
  })
}

/** Saves the keys that the list shows as a CSV file. */
export async function saveKeys(filter: KeyFilter): Promise<void> {
  try {
    saveFile('schluessel.csv', await callForFile(exportKeys, { query: filter }))
  } catch (failure) {
    showToast(textOf(failure, 'Die Datei konnte nicht erstellt werden'), {
      kind: 'error',
      duration: ADMIN_TOAST,
    })
  }
}
