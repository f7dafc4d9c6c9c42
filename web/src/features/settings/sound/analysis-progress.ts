import { useQuery } from '@tanstack/react-query'
import { getAnalysisProgress, type AnalysisProgress } from '@tonarchiv/contract/track-sound'
import { call } from '#client/call.ts'

/** Milliseconds between two reads of the progress while the server is analysing tracks. */
const LOOK_AGAIN = 10_000

/** The progress of the server's analysis; null when no analysis is running, undefined until the progress is loaded. */
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
