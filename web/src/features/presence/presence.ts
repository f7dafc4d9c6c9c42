import { listStatuses, type OnlineUser } from '@tonarchiv/contract/presence'
import { create } from 'zustand'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { createStatusSender, type OwnActivity } from './own-status.ts'
import { NO_PEOPLE, withProfile, withStatuses, type People } from './people.ts'

/** Who is there, as the connection tells it. */
export const usePeople = create<People>(() => NO_PEOPLE)

/** Somebody as they are now; undefined while they are not known. */
export function useOnlineUser(id: string): OnlineUser | undefined {
  return usePeople(({ byId }) => byId.get(id))
}

/** The names of everyone who can be written to, those who are there first. */
export function allPeople(): readonly OnlineUser[] {
  const { online, offline } = usePeople.getState()
  return [...online, ...offline]
}

// Not `socket.send` itself: the chunk that holds the socket may run after this one.
const sender = createStatusSender((status) => socket.send(status))

/** Tells the others what somebody does here; each change once. */
export function publishOwnActivity(activity: OwnActivity): void {
  sender.publish(activity)
}

/** Without a connection the list comes by a call, as it is in that moment. */
async function loadPeople(): Promise<void> {
  if (usePeople.getState().isKnown) return
  try {
    const { users } = await call(listStatuses)
    if (!usePeople.getState().isKnown)
      usePeople.setState(withStatuses(NO_PEOPLE, { users, full: true }), true)
  } catch {
    // Then it comes with the connection.
  }
}

/** Keeps the list of people true. Returns the way to stop, which forgets them. */
export function startPresence(): () => void {
  const stops = [
    socket.on('userStatus', (changes) => usePeople.setState((people) => withStatuses(people, changes), true)),
    socket.on('profileChanged', ({ user, isDeleted }) =>
      usePeople.setState((people) => withProfile(people, user, isDeleted === true), true),
    ),
    // The status goes with each heartbeat, so that a lost or misread one does not stay. See docs/product.md §13.1.
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
