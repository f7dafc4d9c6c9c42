import { listStatuses, type OnlineUser } from '@tonarchiv/contract/presence'
import { create } from 'zustand'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { createStatusSender, type OwnActivity } from './own-status.ts'
import { distinctName, NO_PEOPLE, withProfile, withStatuses, type People } from './people.ts'

/** The members and their states, from the realtime connection. */
export const usePeople = create<People>(() => NO_PEOPLE)

/** The name of a member; see `distinctName`. */
export function useDistinctName(person: Pick<OnlineUser, 'displayName' | 'username'>): string {
  return usePeople((people) => distinctName(person, people))
}

/** The current state of a member; undefined while it is unknown. */
export function useOnlineUser(id: string): OnlineUser | undefined {
  return usePeople(({ byId }) => byId.get(id))
}

/** All members, for mentions; online ones first. */
export function allPeople(): readonly OnlineUser[] {
  const { online, offline } = usePeople.getState()
  return [...online, ...offline]
}

// Not `socket.send` itself, because the chunk of the socket may be evaluated after this one.
const sender = createStatusSender((status) => socket.send(status))

/** Sends the member's own activity if it has changed. */
export function publishOwnActivity(activity: OwnActivity): void {
  sender.publish(activity)
}

/** Reads the list once with a call, for the time before the connection opens. */
async function loadPeople(): Promise<void> {
  if (usePeople.getState().isKnown) return
  try {
    const { users } = await call(listStatuses)
    if (!usePeople.getState().isKnown)
      usePeople.setState(withStatuses(NO_PEOPLE, { users, full: true }), true)
  } catch {
    // The list then comes with the connection.
  }
}

/**
 * Keeps the list of members up to date.
 * @returns a function that stops it and clears the list
 */
export function startPresence(): () => void {
  const stops = [
    socket.on('userStatus', (changes) => usePeople.setState((people) => withStatuses(people, changes), true)),
    socket.on('profileChanged', ({ user, isDeleted }) =>
      usePeople.setState((people) => withProfile(people, user, isDeleted === true), true),
    ),
    // The status is sent with each heartbeat, so that a lost message has no lasting effect. See
    // docs/product.md §13.1.
    socket.onHeartbeat(() => sender.again()),
    socket.state.subscribe((now, before) => {
      if (now.status === before.status) return
      if (now.status === 'connected') sender.again()
      else if (now.status === 'error' || now.status === 'failed') void loadPeople()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    usePeople.setState(NO_PEOPLE, true)
  }
}
