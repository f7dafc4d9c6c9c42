import { deleteMessage } from '@tonarchiv/contract/chat'
import {
  closeReports,
  getChatRecord,
  getChatSettings,
  liftRestriction,
  listReports,
  listRestrictions,
  type MUTE_HOURS,
  restrictMember,
  setSlowMode,
  setUploadCards,
  type ReportedMessage,
  type Restriction,
  type RestrictionKind,
} from '@tonarchiv/contract/chat-order'
import type { Person } from '@tonarchiv/contract/presence'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { loadOwnOrder } from './own-order.ts'

const REPORTS = ['chat', 'reports'] as const
const RESTRICTIONS = ['chat', 'restrictions'] as const
export type ReportState = 'open' | 'closed'

interface ReportPage {
  messages: ReportedMessage[]
  open: number
  closed: number
}

export function reportsQuery(state: ReportState) {
  return infiniteQueryOptions({
    queryKey: [...REPORTS, state],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { query: { state, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: ReportPage, _pages, offset: number) =>
      last.messages.length > 0 && offset + last.messages.length < last[state]
        ? offset + last.messages.length
        : undefined,
    staleTime: 0,
  })
}

export const restrictionsQuery = queryOptions({
  queryKey: RESTRICTIONS,
  queryFn: async ({ signal }) => (await call(listRestrictions, {}, { signal })).restrictions,
  staleTime: 0,
})

export function recordQuery(userId: string) {
  return queryOptions({
    queryKey: ['chat', 'record', userId],
    queryFn: ({ signal }) => call(getChatRecord, { params: { userId } }, { signal }),
    staleTime: 0,
  })
}

/** Returns a function that reads the reports again. */
export function useReadReportsAgain() {
  const cache = useQueryClient()
  return async () => cache.invalidateQueries({ queryKey: REPORTS })
}

/** Reads the reports again whenever they change on the server. */
export function useReportUpdates(): void {
  const readAgain = useEffectEvent(useReadReportsAgain())
  useEffect(() => socket.on('chatReports', () => void readAgain()), [])
}

/** The number of open reports, for admins, or why it could not be read. */
export function useOpenReports(): { count: number; failure: Error | null } {
  const { data, error } = useInfiniteQuery(reportsQuery('open'))
  useReportUpdates()
  return { count: data?.pages.at(-1)?.open ?? 0, failure: error }
}

export function useCloseReports() {
  const readAgain = useReadReportsAgain()
  return useMutation({
    mutationFn: ({ id }: ReportedMessage) => call(closeReports, { params: { id } }),
    onError: (failure) => showFailure(failure, 'Schließen hat nicht geklappt.'),
    onSettled: readAgain,
  })
}

export function useDeleteReported() {
  const readAgain = useReadReportsAgain()
  return useMutation({
    mutationFn: ({ id }: ReportedMessage) => call(deleteMessage, { params: { id } }),
    onSuccess: () => showToast('Nachricht gelöscht', { duration: ADMIN_TOAST }),
    onError: (failure) => showFailure(failure, 'Löschen hat nicht geklappt.'),
    onSettled: readAgain,
  })
}

/** A mute with its length, or a ban. */
type Wanted =
  | { kind: 'mute'; hours: (typeof MUTE_HOURS)[number]; reason: string }
  | { kind: 'ban'; reason: string }

export function useRestrict() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ user, wanted }: { user: Person; wanted: Wanted }) =>
      call(restrictMember, { params: { userId: user.id }, body: wanted }),
    onSuccess: () => cache.invalidateQueries({ queryKey: RESTRICTIONS }),
  })
}

export function useLift() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ user, kind }: Restriction | { user: Person; kind: RestrictionKind }) =>
      call(liftRestriction, { params: { userId: user.id, kind } }),
    onError: (failure) => showFailure(failure, 'Aufheben hat nicht geklappt.'),
    onSettled: () => cache.invalidateQueries({ queryKey: RESTRICTIONS }),
  })
}

export function useSetSlowMode() {
  return useMutation({
    mutationFn: (seconds: number) => call(setSlowMode, { body: { seconds } }),
    onSuccess: loadOwnOrder,
  })
}

export const chatSettingsQuery = queryOptions({
  queryKey: ['chat', 'settings'],
  queryFn: ({ signal }) => call(getChatSettings, {}, { signal }),
  staleTime: 0,
})

export function useSetUploadCards() {
  const cache = useQueryClient()
  const { queryKey } = chatSettingsQuery
  return useMutation({
    mutationFn: (isOn: boolean) => call(setUploadCards, { body: { isOn } }),
    onSuccess: (settings) => cache.setQueryData(queryKey, settings),
    onError: (failure) => showFailure(failure, 'Speichern hat nicht geklappt.'),
  })
}

function showFailure(failure: unknown, fallback: string): void {
  showToast(textOf(failure, fallback), { kind: 'error', duration: ADMIN_TOAST })
}
