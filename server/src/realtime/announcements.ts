/** What one part of the process tells the others, after its transaction has been committed. */
export interface AnnouncementMap {
  /** These sessions are over: their streams and sockets must end. */
  sessionsEnded: { sessionIds: string[] }
  /** What this account may do has changed: remembered permissions are void. */
  accessChanged: { userId: string }
  /** The account is gone; its files may go, too. */
  accountDeleted: { userId: string; avatarName: string | null }
  /** Albums or tracks were added, changed or removed. */
  archiveChanged: Record<string, never>
}

type Name = keyof AnnouncementMap

export interface Announcements {
  tell<N extends Name>(name: N, facts: AnnouncementMap[N]): void
  /** @returns the function that stops listening. */
  listen<N extends Name>(name: N, listener: (facts: AnnouncementMap[N]) => void): () => void
}

/** Announcements within this process. */
export function announcementsInProcess(): Announcements {
  const listeners: { [N in Name]: Set<(facts: AnnouncementMap[N]) => void> } = {
    sessionsEnded: new Set(),
    accessChanged: new Set(),
    accountDeleted: new Set(),
    archiveChanged: new Set(),
  }
  return {
    tell: (name, facts) => {
      for (const listener of listeners[name]) listener(facts)
    },
    listen: (name, listener) => {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
  }
}
