import { unauthenticated } from '@tonarchiv/contract/refusal'
import { listVideos, VIDEO_PAGE_SIZE, type Video } from '@tonarchiv/contract/videos'
import { infiniteQueryOptions, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { joinPages } from '#client/join-pages.ts'

/** The first element of all video query keys, by which these queries can be invalidated. */
export const VIDEOS = ['videos']

interface VideoPage {
  videos: Video[]
  total: number
}

const videosQuery = infiniteQueryOptions({
  queryKey: [...VIDEOS, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(listVideos, { query: { limit: VIDEO_PAGE_SIZE, offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ videos, total }: VideoPage, _pages, offset: number) =>
    offset + videos.length < total && videos.length > 0 ? offset + videos.length : undefined,
  select: ({ pages }: InfiniteData<VideoPage>) => ({
    videos: joinPages(pages.map(({ videos }) => videos)),
    total: pages.at(-1)?.total ?? 0,
  }),
})

/** The videos in pages, those with the newest date first. */
export function useVideos() {
  return useInfiniteQuery(videosQuery)
}

/** The error text of the list of videos. See docs/product.md §11.4. */
export function listProblem(failure: unknown): string {
  const isSignedOut = failure instanceof ApiError && failure.is(unauthenticated)
  return isSignedOut ? 'Nicht authentifiziert' : textOf(failure, 'Die Videos konnten nicht geladen werden.')
}
