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
  /** Name, picture, status or the wish to listen unseen is another one. */
  profileChanged: z.object({ userId: z.string() }),
  /** Albums or tracks were added, changed or removed. */
  archiveChanged: z.object({}),
  /** Videos were added or changed, or removed: then these files of theirs are gone. */
  videosChanged: z.object({ removedFiles: z.array(z.string()) }),
} satisfies Record<(typeof EVENT_NAMES)[number], z.ZodMiniType>

type Shapes = typeof shapes
/** What one part of the program tells the others, after its transaction has been committed. */
export type AnnouncementMap = { [N in keyof Shapes]: z.infer<Shapes[N]> }
type Name = keyof AnnouncementMap

/** Whether it was told in this very process, so that what has to be done once is done there. */
type Origin = { isOurs: boolean }
type Listener<N extends Name> = (facts: AnnouncementMap[N], origin: Origin) => void

export interface Announcements {
  /** Those who listen in this process have heard it when this returns; other processes hear it over the bus. */
  tell<N extends Name>(name: N, facts: AnnouncementMap[N]): void
  /** To this process only: what another one has told without being heard, found out from the database. */
  tellHere<N extends Name>(name: N, facts: AnnouncementMap[N]): void
  /** @returns the function that stops listening. */
  listen<N extends Name>(name: N, listener: Listener<N>): () => void
}

/** Announcements in this process and in all others. */
export function announcementsOver(bus: Bus): Announcements {
  const channels: { [N in Name]: Channel<N> } = {
    sessionsEnded: channelOver(bus.topic('announce.sessionsEnded', shapes.sessionsEnded)),
    accessChanged: channelOver(bus.topic('announce.accessChanged', shapes.accessChanged)),
    accountDeleted: channelOver(bus.topic('announce.accountDeleted', shapes.accountDeleted)),
    profileChanged: channelOver(bus.topic('announce.profileChanged', shapes.profileChanged)),
    archiveChanged: channelOver(bus.topic('announce.archiveChanged', shapes.archiveChanged)),
    videosChanged: channelOver(bus.topic('announce.videosChanged', shapes.videosChanged)),
  }
  // Nobody knows whether something was added or removed unheard: who remembers albums looks anew.
  bus.onReturn(() => channels.archiveChanged.hear({}, { isOurs: false }))
  return {
    tell: (name, facts) => channels[name].tell(facts),
    tellHere: (name, facts) => channels[name].hear(facts, { isOurs: false }),
    listen: (name, listener) => channels[name].listen(listener),
  }
}

interface Channel<N extends Name> {
  tell(facts: AnnouncementMap[N]): void
  hear(facts: AnnouncementMap[N], origin: Origin): void
  listen(listener: Listener<N>): () => void
}

function channelOver<N extends Name>(topic: Topic<AnnouncementMap[N]>): Channel<N> {
  const listeners = new Set<Listener<N>>()
  const hear = (facts: AnnouncementMap[N], origin: Origin) => {
    for (const listener of listeners) listener(facts, origin)
  }
  topic.listen((facts) => hear(facts, { isOurs: false }))
  return {
    tell: (facts) => {
      hear(facts, { isOurs: true })
      topic.tell(facts)
    },
    hear,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
