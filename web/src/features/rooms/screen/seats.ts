import type { RoomPerson, RoomState } from '@tonarchiv/contract/rooms'

/** From this number of members on, the last seat is a button for the list of all members. */
const SEATS_MAX = 24

/** The members in the order of their seats: the host, then this member, then the others in the order of joining. */
export function seatedPeople(
  people: readonly RoomPerson[],
  { hostId }: Pick<RoomState, 'hostId'>,
  ownId: string,
): RoomPerson[] {
  const rank = ({ id }: RoomPerson) => (id === hostId ? 0 : id === ownId ? 1 : 2)
  return people.toSorted(
    (one, other) => rank(one) - rank(other) || one.joinedAt.localeCompare(other.joinedAt),
  )
}

/** The members that have a seat, and the number of the other members, who are shown only in the list. */
export function seatsOf(people: readonly RoomPerson[]): { seats: readonly RoomPerson[]; others: number } {
  if (people.length < SEATS_MAX) return { seats: people, others: 0 }
  const seats = people.slice(0, SEATS_MAX - 1)
  return { seats, others: people.length - seats.length }
}

const SOUNDS: Readonly<Record<RoomPerson['sound'], { short: string; long: string } | undefined>> = {
  on: undefined,
  off: { short: 'nur Text', long: 'nur Text, hört gerade nichts' },
  locked: { short: 'gesperrt', long: 'gesperrt, darf diesen Titel nicht hören' },
  away: { short: 'abwesend', long: 'abwesend' },
}

/** The short text below the name of a member, and the long text in the accessible name of the seat. */
export function seatText(
  { id, sound }: RoomPerson,
  { hostId }: Pick<RoomState, 'hostId'>,
  ownId: string,
): { short: string; long: string } {
  const state = SOUNDS[sound]
  const roles = [...(id === hostId ? ['Gastgeber'] : []), ...(id === ownId ? ['du'] : [])]
  return {
    short: roles[0] ?? state?.short ?? '',
    long: [...roles, ...(state ? [state.long] : [])].join(', '),
  }
}
