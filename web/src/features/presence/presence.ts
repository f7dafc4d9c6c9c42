import { listStatuses, type OnlineUser } from '@tonarchiv/contract/presence'
import { create } from 'zustand'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { createStatusSender, type OwnActivity } from './own-status.ts'
import { distinctName, NO_PEOPLE, withProfile, withStatuses, type People } from './people.ts'

/** All members with their activity, as the realtime connection has reported it. */
export const usePeople = create<People>(() => NO_PEOPLE)

/** The name of a member; see `distinctName`. */
export function useDistinctName(person: Pick<OnlineUser, 'displayName' | 'username'>): string {
  return usePeople((people) => distinctName(person, people))
}

/** The current state of a member; undefined while it is unknown. */
export function useOnlineUser(id: string): OnlineUser | undefined {
  return usePeople(({ byId }) => byId.get(id))
}

/** All members, online members first; used to suggest mentions. */
export function allPeople(): readonly OnlineUser[] {
  const { online, offline } = usePeople.getState()
  return [...online, ...offline]
}

// `socket` is wrapped in a function, because the module of the socket may be evaluated after this one.
const sender = createStatusSender((status) => socket.send(status))

/** Sends the activity of this browser to the server if it has changed. */
export function publishOwnActivity(activity: OwnActivity): void {
  sender.publish(activity)
}

/** Loads the list with a call, for the time until the realtime connection is open. */
async function loadPeople(): Promise<void> {
  if (usePeople.getState().isKnown) return
  try {
    const { users } = await call(listStatuses)
    if (!usePeople.getState().isKnown)
      usePeople.setState(withStatuses(NO_PEOPLE, { users, full: true }), true)
  } catch {
    // A failure is ignored, because the realtime connection will send the list.
  }
}

/**
 * Keeps the list of members up to date.
 * @returns a function that stops that and clears the list
 */
export function startPresence(): () => void {
  const stops = [
    socket.on('userStatus', (changes) => usePeople.setState((people) => withStatuses(people, changes), true)),
    socket.on('profileChanged', ({ user, isDeleted }) =>
      usePeople.setState((people) => withProfile(people, user, isDeleted === true), true),
    ),
    // The status is sent again with each heartbeat, in case an earlier message was lost. See docs/product.md §13.1.
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
