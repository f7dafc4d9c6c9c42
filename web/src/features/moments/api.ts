import { listMoments, type Moment } from '@tonarchiv/contract/moments'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'

/** Prefix of the keys of all queries for moments. */
const MOMENTS = 'moments'
/** Milliseconds for which moments are fresh; changes of the chat are applied to them as they arrive. */
const MOMENTS_FRESH = 5 * 60_000
/** Milliseconds over which all browsers spread their reads after a change. */
const SPREAD = 1000

const keyOf = (trackId: string) => [MOMENTS, trackId]

function momentsQuery(trackId: string | undefined) {
  return queryOptions({
    queryKey: keyOf(trackId ?? ''),
    queryFn: async ({ signal }) => {
      const { moments } = await call(listMoments, { params: { id: trackId ?? '' } }, { signal })
      return moments
    },
    enabled: trackId !== undefined,
    staleTime: MOMENTS_FRESH,
  })
}

const NONE: readonly Moment[] = []

/** The moments of a track, ascending by second; none until they are read, and when they cannot be read. */
export function useMoments(trackId: string | undefined): readonly Moment[] {
  return useQuery(momentsQuery(trackId)).data ?? NONE
}

/** Reads the moments of shown tracks again when the chat has changed them. Returns a function that stops it. */
export function startMomentUpdates(cache: QueryClient): () => void {
  const reading = new Map<string, ReturnType<typeof setTimeout>>()
  const readSoon = (trackId: string) => {
    if (reading.has(trackId) || cache.getQueryData(keyOf(trackId)) === undefined) return
    const read = () => {
      reading.delete(trackId)
      void cache.invalidateQueries({ queryKey: keyOf(trackId) })
    }
    reading.set(trackId, setTimeout(read, Math.random() * SPREAD))
  }
  /** Reads the moments of the track again whose moments include this message. */
  const readWith = (messageId: string) => {
    for (const [[, trackId], moments] of cache.getQueriesData<readonly Moment[]>({ queryKey: [MOMENTS] }))
      if (typeof trackId === 'string' && moments?.some((moment) => moment.messageId === messageId) === true)
        readSoon(trackId)
  }
  const stops = [
    socket.on('chatMessage', ({ message: { card, replyTo } }) => {
      if (card?.kind === 'moment') readSoon(card.id)
      if (replyTo !== null) readWith(replyTo.id)
    }),
    socket.on('chatChange', ({ kind, messageId }) => {
      if (kind === 'edit') readWith(messageId)
    }),
    socket.on('chatMessageDeleted', ({ id }) =>
      cache.setQueriesData<readonly Moment[]>({ queryKey: [MOMENTS] }, (moments) =>
        moments?.some(({ messageId }) => messageId === id) === true
          ? moments.filter(({ messageId }) => messageId !== id)
          : moments,
      ),
    ),
    socket.state.subscribe((now, before) => {
      if (now.status === 'connected' && before.status !== 'connected')
        void cache.invalidateQueries({ queryKey: [MOMENTS] })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const timer of reading.values()) clearTimeout(timer)
  }
}
