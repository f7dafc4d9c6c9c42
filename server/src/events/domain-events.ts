import { SessionEndReason } from '@tonarchiv/contract/session-end'
import * as z from 'zod/mini'
import type { Bus, Topic } from './bus.ts'

/** The names of all events. */
export const EVENT_NAMES = [
  'sessionsEnded',
  'accessChanged',
  'accountDeleted',
  'profileChanged',
  'archiveChanged',
  'videosChanged',
] as const

const shapes = {
  /** These sessions are over: their streams and sockets must end. */
  sessionsEnded: z.object({ sessionIds: z.array(z.string()), reason: SessionEndReason }),
  /** What this account may do has changed: remembered permissions are void. */
  accessChanged: z.object({ userId: z.string() }),
  /** The account is gone; its files may go, too. */
  accountDeleted: z.object({ userId: z.string(), avatarName: z.nullable(z.string()) }),
  /** Name, image, status or the wish to listen unseen is another one. */
  profileChanged: z.object({ userId: z.string() }),
  /** Albums or tracks were added, changed or removed. */
  archiveChanged: z.object({}),
  /** Videos were added or changed, or removed: then these files of theirs are gone. */
  videosChanged: z.object({ removedFiles: z.array(z.string()) }),
} satisfies Record<(typeof EVENT_NAMES)[number], z.ZodMiniType>

type Shapes = typeof shapes
/** What one part of the program tells the others, after its transaction has been committed. */
export type DomainEventMap = { [N in keyof Shapes]: z.infer<Shapes[N]> }
type Name = keyof DomainEventMap

/** Whether it was told in this very process, so that what has to be done once is done there. */
type Origin = { isLocal: boolean }
type Listener<N extends Name> = (payload: DomainEventMap[N], origin: Origin) => void

export interface DomainEvents {
  /** Those who listen in this process have heard it when this returns; other processes hear it over the bus. */
  emit<N extends Name>(name: N, payload: DomainEventMap[N]): void
  /** To this process only: what another one has told without being heard, found out from the database. */
  emitLocally<N extends Name>(name: N, payload: DomainEventMap[N]): void
  /** @returns the function that stops listening. */
  on<N extends Name>(name: N, listener: Listener<N>): () => void
}

/** Announcements in this process and in all others. */
export function createDomainEvents(bus: Bus): DomainEvents {
  const channels: { [N in Name]: Channel<N> } = {
    sessionsEnded: channelOver(bus.topic('announce.sessionsEnded', shapes.sessionsEnded)),
    accessChanged: channelOver(bus.topic('announce.accessChanged', shapes.accessChanged)),
    accountDeleted: channelOver(bus.topic('announce.accountDeleted', shapes.accountDeleted)),
    profileChanged: channelOver(bus.topic('announce.profileChanged', shapes.profileChanged)),
    archiveChanged: channelOver(bus.topic('announce.archiveChanged', shapes.archiveChanged)),
    videosChanged: channelOver(bus.topic('announce.videosChanged', shapes.videosChanged)),
  }
  // Nobody knows whether something was added or removed unheard: who remembers albums looks anew.
  bus.onReturn(() => channels.archiveChanged.deliver({}, { isLocal: false }))
  return {
    emit: (name, payload) => channels[name].emit(payload),
    emitLocally: (name, payload) => channels[name].deliver(payload, { isLocal: false }),
    on: (name, listener) => channels[name].on(listener),
  }
}

interface Channel<N extends Name> {
  emit(payload: DomainEventMap[N]): void
  deliver(payload: DomainEventMap[N], origin: Origin): void
  on(listener: Listener<N>): () => void
}

function channelOver<N extends Name>(topic: Topic<DomainEventMap[N]>): Channel<N> {
  const listeners = new Set<Listener<N>>()
  const deliver = (payload: DomainEventMap[N], origin: Origin) => {
    for (const listener of listeners) listener(payload, origin)
  }
  topic.subscribe((payload) => deliver(payload, { isLocal: false }))
  return {
    emit: (payload) => {
      deliver(payload, { isLocal: true })
      topic.publish(payload)
    },
    deliver,
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
