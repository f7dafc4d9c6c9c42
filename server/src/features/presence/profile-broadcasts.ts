import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { Directory } from './directory.ts'
import { deletedPerson, personIn } from './people.ts'
import type { Snapshots } from './send-snapshots.ts'
import type { SentPeople } from './sent-people.ts'

interface Needs {
  sockets: Sockets
  directory: Directory
  sentPeople: SentPeople
  snapshots: Snapshots
  log: Services['log']
  noteChange: (userId: string) => void
}

/** Broadcasts names, images and rights that have changed. */
export interface ProfileBroadcasts {
  /** Reads a member again and broadcasts the changes that others see. */
  refresh: (userId: string) => void
  remove: (userId: string) => void
  /** Reads all members again. Call it when messages of other processes may have been lost. */
  catchUp: () => void
}

export function broadcastProfiles(needs: Needs): ProfileBroadcasts {
  const { sockets, directory, sentPeople, snapshots, log, noteChange } = needs

  async function refresh(userId: string): Promise<void> {
    const before = directory.get(userId)
    const after = await directory.reload(userId)
    if (after === undefined) return
    sentPeople.invalidate()
    snapshots.resendTo(after)
    noteChange(userId)
    const user = personIn(after)
    const frame = frameOf({ type: 'profileChanged', user })
    if (before === undefined || JSON.stringify(personIn(before)) !== JSON.stringify(user))
      return sockets.broadcastLocally(frame)
    // Only the member's own browsers show rights and settings.
    for (const connection of sockets.connectionsOf(userId)) sockets.send(connection, frame)
  }

  function remove(userId: string): void {
    directory.forget(userId)
    sentPeople.delete(userId)
    sockets.broadcastLocally(
      frameOf({ type: 'profileChanged', user: deletedPerson(userId), isDeleted: true }),
    )
  }

  async function catchUp(): Promise<void> {
    const { changed, gone } = await directory.renew()
    for (const id of gone) remove(id)
    for (const id of changed) {
      const profile = directory.get(id)
      if (profile === undefined) continue
      sentPeople.invalidate()
      noteChange(id)
      snapshots.resendTo(profile)
      sockets.broadcastLocally(frameOf({ type: 'profileChanged', user: personIn(profile) }))
    }
  }

  return {
    refresh: (userId) => {
      refresh(userId).catch((error: unknown) =>
        log.warn({ err: error }, 'a changed profile could not be read'),
      )
    },
    remove,
    catchUp: () => {
      catchUp().catch((error: unknown) => log.warn({ err: error }, 'the members could not be read'))
    },
  }
}
