import { unauthenticated } from '@tonarchiv/contract/refusal'
import { listVideos, VIDEO_PAGE_SIZE, type Video } from '@tonarchiv/contract/videos'
import { infiniteQueryOptions, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'

/** Everything read of videos, for taking it back. */
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
  select: joinPages,
})

/** All pages as one list; a video that moved between two pages while they were read stands once. */
function joinPages({ pages }: InfiniteData<VideoPage>) {
  const videos = new Map<string, Video>()
  for (const page of pages) for (const video of page.videos) videos.set(video.id, video)
  return { videos: [...videos.values()], total: pages.at(-1)?.total ?? 0 }
}

/** The videos, newest day first, page by page. */
export function useVideos() {
  return useInfiniteQuery(videosQuery)
}

/** Why there is no list, in the specification's words. Spec §8. */
export function listProblem(failure: unknown): string {
  const isSignedOut = failure instanceof ApiError && failure.is(unauthenticated)
  return isSignedOut ? 'Nicht authentifiziert' : textOf(failure, 'Die Videos konnten nicht geladen werden.')
}
