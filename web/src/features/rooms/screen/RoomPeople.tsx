import type { RoomPerson } from '@tonarchiv/contract/rooms'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import { formatNumber } from '#format.ts'
import { useFocusOnNextEntry } from '#ui/hooks/use-restored-focus.ts'
import { InviteDialog } from '../inviting/InviteDialog.tsx'
import { peopleText } from '../parts/wording.ts'
import type { InRoom } from '../state/room-tab.ts'
import { PeopleDialog } from './PeopleDialog.tsx'
import styles from './RoomPeople.module.css'
import { Seat } from './Seat.tsx'
import { seatedPeople, seatsOf } from './seats.ts'

interface RoomPeopleProps {
  tab: InRoom
  ownId: string
  onProfile: (userId: string) => void
}

/**
 * The members in the room. A press on a member opens their menu. At the end is a seat that invites friends, but not in
 * the room of a premiere, which is open to all.
 */
export function RoomPeople({ tab, ownId, onProfile }: RoomPeopleProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isInviting, setIsInviting] = useState(false)
  const { room, rights } = tab
  const people = seatedPeople(room.people, room.state, ownId)
  const { seats, others } = seatsOf(people)
  // A member whose seat has the focus may leave.
  useFocusOnNextEntry(list)
  const seat = (person: RoomPerson) => (
    <Seat
      person={person}
      state={room.state}
      ownId={ownId}
      canMakeHost={rights.maySettle && person.id !== ownId}
      onProfile={onProfile}
    />
  )
  return (
    <>
      <ul ref={list} className={styles.people} aria-label={`Im Raum, ${peopleText(people.length)}`}>
        {seats.map((person) => (
          <li key={person.id}>{seat(person)}</li>
        ))}
        {others > 0 && (
          <li>
            <button
              type="button"
              className={styles.seat}
              aria-haspopup="dialog"
              aria-label={`Alle ${formatNumber(people.length)} zeigen`}
              onClick={() => setIsOpen(true)}
            >
              <span className={styles.more}>+{formatNumber(others)}</span>
              <span className={styles.name}>Alle zeigen</span>
            </button>
          </li>
        )}
        {room.state.mode !== 'premiere' && (
          <li>
            <button
              type="button"
              className={styles.seat}
              aria-haspopup="dialog"
              aria-label="Leute einladen"
              onClick={() => setIsInviting(true)}
            >
              <span className={styles.more}>
                <UserPlus className="icon" aria-hidden />
              </span>
              <span className={styles.name}>Einladen</span>
            </button>
          </li>
        )}
      </ul>
      <InviteDialog open={isInviting} tab={tab} onClose={() => setIsInviting(false)} />
      <PeopleDialog
        open={isOpen}
        people={people}
        state={room.state}
        ownId={ownId}
        canMakeHost={rights.maySettle}
        onClose={() => setIsOpen(false)}
        onProfile={(id) => {
          setIsOpen(false)
          onProfile(id)
        }}
      />
    </>
  )
}
