import type { EndedRoom, ListedRoom } from '@tonarchiv/contract/rooms'
import type { ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { useRooms } from './api.ts'
import { EndedRow } from './EndedRow.tsx'
import styles from './RoomLists.module.css'
import { openText } from './listing-text.ts'
import { RoomRow } from './RoomRow.tsx'

const SKELETONS = 3

/** The line below the heading of the page; it keeps its height while the list is loading. */
export function OpenRoomsCount() {
  const rooms = useRooms().data?.rooms ?? []
  return <p className={styles.count}>{rooms.length > 0 && openText(rooms)}</p>
}

interface RoomListsProps {
  /** The button that opens a room, for members with archive access. */
  open?: ReactNode
}

/** The open rooms, and the ended ones in which the member was. */
export function RoomLists({ open }: RoomListsProps) {
  const { data, isError, error, refetch } = useRooms()
  if (data === undefined) {
    if (!isError) return <ListSkeleton />
    return (
      <LoadFailure kind="inverse" onRetry={refetch}>
        {textOf(error, 'Die Hörräume konnten nicht geladen werden.')}
      </LoadFailure>
    )
  }
  return (
    <>
      {data.rooms.length === 0 ? (
        <EmptyState drawing="headphones" title="Gerade hört jeder für sich" action={open}>
          Öffne einen Hörraum aus einem Album, einer Playlist oder einem Titel.
        </EmptyState>
      ) : (
        <OpenList rooms={data.rooms} />
      )}
      {data.ended.length > 0 && <EndedList rooms={data.ended} />}
    </>
  )
}

function OpenList({ rooms }: { rooms: readonly ListedRoom[] }) {
  return (
    <Surface as="section" className={styles.card} aria-labelledby="open-rooms">
      <h2 className="sr" id="open-rooms">
        Offene Räume
      </h2>
      <ul>
        {rooms.map((room) => (
          <RoomRow key={room.id} room={room} />
        ))}
      </ul>
    </Surface>
  )
}

function EndedList({ rooms }: { rooms: readonly EndedRoom[] }) {
  return (
    <section aria-labelledby="ended-rooms">
      <h2 className={styles.title} id="ended-rooms">
        Vergangene, in denen du warst
      </h2>
      <Surface className={styles.card}>
        <ul>
          {rooms.map((room) => (
            <EndedRow key={room.id} room={room} />
          ))}
        </ul>
      </Surface>
    </section>
  )
}

function ListSkeleton() {
  return (
    <Surface className={styles.card}>
      <output className="sr">Hörräume werden geladen</output>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton width="3.25rem" height="3.25rem" />
          <span>
            <Skeleton width="40%" height="1rem" />
            <Skeleton width="60%" height="0.875rem" />
          </span>
        </div>
      ))}
    </Surface>
  )
}
