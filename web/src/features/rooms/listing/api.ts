import { listRooms } from '@tonarchiv/contract/rooms'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** The first element of the query key of the list of rooms. A message over the socket reports changes of the list. */
export const ROOMS = 'rooms'
/** Milliseconds after which a displayed list is read again; no message reports what a room plays or who is in it. */
const READ_AGAIN = 15_000

const roomsQuery = queryOptions({
  queryKey: [ROOMS],
  queryFn: ({ signal }) => call(listRooms, {}, { signal }),
  staleTime: READ_AGAIN,
})

/** The open rooms and the ended ones. They are read regularly while a component uses this hook. */
export function useRooms() {
  return useQuery({ ...roomsQuery, refetchInterval: READ_AGAIN })
}

/** The number of open rooms; 0 before it was read. */
export function useOpenRoomsCount(): number {
  return useQuery({ ...roomsQuery, staleTime: Infinity, select: ({ rooms }) => rooms.length }).data ?? 0
}
