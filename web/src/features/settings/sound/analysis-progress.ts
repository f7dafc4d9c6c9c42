import { useQuery } from '@tanstack/react-query'
import { getAnalysisProgress, type AnalysisProgress } from '@tonarchiv/contract/track-sound'
import { call } from '#client/call.ts'

/** Milliseconds after which the server is asked again while it is at work. */
const LOOK_AGAIN = 10_000

/** How far the server has come with the analysis; null when none is under way, undefined until that is known. */
export function useAnalysisProgress(): AnalysisProgress | null | undefined {
  const { data } = useQuery({
    queryKey: ['analysis'],
    queryFn: async ({ signal }) => call(getAnalysisProgress, undefined, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.progress ? LOOK_AGAIN : false),
  })
  return data?.progress
}
