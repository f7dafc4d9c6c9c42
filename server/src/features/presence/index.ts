/**
 * Presence: the members who are online and what they play, over all their browsers and all processes. This feature also
 * serves profiles.
 */
import { defineFeature } from '#feature.ts'
import { blocks } from '#features/blocks/index.ts'
import { openPresence } from './presence.ts'
import { registerPresence } from './routes.ts'

export type { Profile } from './directory.ts'
export { deletedPerson, personIn } from './people.ts'
export type { Presence } from './presence.ts'
export { seesTracks } from './view.ts'

export const presence = defineFeature({
  name: 'presence',
  open: ({ services, sockets, broadcastLimit, times, use }) =>
    openPresence(services, { sockets, limit: broadcastLimit, blocks: use(blocks) }, times),
  close: (opened) => opened.close(),
  events: {
    profileChanged: ({ userId }, _context, opened) => opened.profileChanged(userId),
    accessChanged: ({ userId }, _context, opened) => {
      // Removes the account's apps. If the account still has access, they are shown again with the next track that they
      // report.
      opened.appsEnded(userId)
      opened.accessChanged(userId)
    },
    securityChanged: ({ userId }, { services }, opened) => {
      // An admin may have set up the factor that gives the rights of an admin.
      if (services.config.adminsNeedFactor) opened.accessChanged(userId)
    },
    sessionsEnded: ({ sessionIds }, _context, opened) => opened.sessionsEnded(sessionIds),
    accountDeleted: ({ userId }, _context, opened) => {
      opened.appsEnded(userId)
      opened.accountDeleted(userId)
    },
  },
  register: (bind, { services }, opened) => registerPresence(bind, services, opened),
})
