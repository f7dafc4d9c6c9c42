import {
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import {
  countNotices,
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@tonarchiv/contract/notifications'
import type { BodyOf } from '@tonarchiv/contract/route'
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { showToast } from '#ui/dom/toast.ts'

const KEY = ['notices'] as const
const SETTINGS_KEY = ['noticeSettings'] as const
/** Milliseconds for which the data are fresh. The realtime connection reports changes. */
const FRESH = 5 * 60_000

export type InboxFilter = 'all' | 'unread'

const countQuery = queryOptions({
  queryKey: [...KEY, 'count'],
  queryFn: ({ signal }) => call(countNotices, {}, { signal }),
  staleTime: FRESH,
})

/** The number of unread notices, and the end of the current quiet hours; null outside of quiet hours. */
export function useNoticeCount() {
  return useQuery(countQuery).data ?? { unread: 0, quietUntil: null }
}

function inboxQuery(filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'inbox', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNotices, { query: { filter, ...(pageParam !== '' && { before: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH,
  })
}

export function useInbox(filter: InboxFilter) {
  return useInfiniteQuery(inboxQuery(filter))
}

/** The newest notices, without changing the list that is shown. */
export async function newestNotices(filter: InboxFilter): Promise<readonly Notice[]> {
  return (await call(listNotices, { query: { filter } })).notices
}

/** Marks notices as read in the loaded lists. */
function markShown(cache: QueryClient, isMeant: (notice: Notice) => boolean): void {
  const read = (notice: Notice) =>
    notice.isUnread && isMeant(notice) ? { ...notice, isUnread: false } : notice
  cache.setQueriesData<InfiniteData<{ notices: Notice[]; next: string | null }>>(
    { queryKey: [...KEY, 'inbox'] },
    (before) =>
      before && {
        ...before,
        pages: before.pages.map(({ notices, next }) => ({ notices: notices.map(read), next })),
      },
  )
}

/** Marks a notice as read: at once in this tab, then on the server for all devices. */
export function useReadNotice() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Notice) => call(readNotice, { params: { id } }),
    onMutate: ({ id, isUnread }) => {
      if (isUnread) lowerCount(cache, 1)
      markShown(cache, (notice) => notice.id === id)
    },
    // No error is shown, because the page that the notice leads to is already open. The notices are read again.
    onError: () => void cache.invalidateQueries({ queryKey: KEY }),
  })
}

export function useReadAllNotices() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(readAllNotices, {}),
    onMutate: () => {
      lowerCount(cache, Infinity)
      markShown(cache, () => true)
    },
    onError: (failure) => {
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
      void cache.invalidateQueries({ queryKey: KEY })
    },
  })
}

function lowerCount(cache: QueryClient, by: number): void {
  cache.setQueryData(
    countQuery.queryKey,
    (before) => before && { ...before, unread: Math.max(0, before.unread - by) },
  )
}

export function useReadInboxAgain() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [...KEY, 'inbox'] })
}

const settingsQuery = queryOptions({
  queryKey: SETTINGS_KEY,
  queryFn: async ({ signal }) => (await call(getNotificationSettings, {}, { signal })).settings,
  staleTime: FRESH,
})

export function useNotificationSettings() {
  return useQuery(settingsQuery)
}

export type SettingsChange = BodyOf<typeof changeNotificationSettings>

/**
 * Changes a part of the settings. `show` is displayed until the server has confirmed the change; a failure reverts it
 * and shows an error.
 */
export function useChangeSettings() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      change,
    }: {
      change: SettingsChange
      show?: (now: NotificationSettings) => NotificationSettings
    }) => call(changeNotificationSettings, { body: change }),
    // Changes are sent one after the other, so that an earlier answer never replaces a later choice.
    scope: { id: 'notice-settings' },
    onMutate: ({ show }) => {
      cache.setQueryData(SETTINGS_KEY, (before: NotificationSettings | undefined) =>
        before && show ? show(before) : before,
      )
    },
    onSuccess: ({ settings }) => {
      if (cache.isMutating({ mutationKey: SETTINGS_KEY }) <= 1) cache.setQueryData(SETTINGS_KEY, settings)
      void cache.invalidateQueries({ queryKey: countQuery.queryKey })
    },
    onError: () => {
      showToast('Konnte nicht gespeichert werden', { kind: 'error' })
      void cache.invalidateQueries({ queryKey: SETTINGS_KEY })
    },
    mutationKey: SETTINGS_KEY,
  })
}

/**
 * Keeps the count up to date: the server sends it when it has changed. It is read at the start, after a reconnect, when
 * friends change, and when something was read in the chat while there are unread notices.
 * @returns a function that stops it
 */
export function startNoticeUpdates(cache: QueryClient): () => void {
  const countAgain = () => void cache.invalidateQueries({ queryKey: countQuery.queryKey })
  const hasUnread = () => (cache.getQueryData(countQuery.queryKey)?.unread ?? 0) > 0
  void cache.prefetchQuery(countQuery)
  let wasConnected = false
  const stops = [
    socket.on('noticesChanged', ({ unread, quietUntil }) => {
      // An answer that is on its way may be older than this count.
      void cache.cancelQueries({ queryKey: countQuery.queryKey })
      cache.setQueryData(countQuery.queryKey, { unread, quietUntil })
    }),
    socket.on('chatRead', () => {
      if (hasUnread()) countAgain()
    }),
    socket.on('friendsChanged', countAgain),
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      // Changes that were made while there was no connection were not reported, so the notices and their count are read
      // again.
      if (wasConnected) void cache.invalidateQueries({ queryKey: KEY })
      wasConnected = true
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
