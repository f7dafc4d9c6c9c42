/**
 * OpenSubsonic: makes the archive usable for apps that speak the API of Subsonic 1.16.1 with the extensions of
 * OpenSubsonic, at `/rest`. It stores no data of its own and calls the features. See docs/subsystems/opensubsonic.md.
 */
import type { RouteShape } from '@tonarchiv/contract/route'
import { type AppContext, defineFeature } from '#feature.ts'
import type { Bind } from '#http/bind.ts'
import { archiveVersion } from '#platform/archive-version.ts'
import { Refused } from '#platform/refused.ts'
import { endpoints } from './endpoints/index.ts'
import { unknownFunction } from './frame/errors.ts'
import { openSubsonicProtocol, UNKNOWN_PATH } from './frame/protocol.ts'

/** The route for names without an endpoint and for preflight requests of browsers. */
const unknown: RouteShape & { answer: 'bytes' } = {
  method: 'GET',
  path: UNKNOWN_PATH,
  access: 'public',
  // An unknown endpoint costs as little as an unknown path, and an app may try many names.
  limit: 'none',
  summary: 'Names that OpenSubsonic does not have, or the archive does not.',
  answer: 'bytes',
}

export const openSubsonic = defineFeature({
  name: 'opensubsonic',
  open: async () => ({ serverVersion: await archiveVersion() }),
  register: (_bind, context, { serverVersion }) => {
    const server = { version: '1.16.1', type: 'tonarchiv', serverVersion, openSubsonic: true } as const
    context.speak(openSubsonicProtocol(context.services, server), (bind) => bindAll(bind, context))
  },
})

function bindAll(bind: Bind, context: AppContext): void {
  for (const endpoint of endpoints) endpoint.bind(bind, context)
  bind(unknown, async ({ request, reply }) => {
    if (request.method !== 'OPTIONS') throw new Refused(unknownFunction)
    return reply.status(204).send()
  })
}
