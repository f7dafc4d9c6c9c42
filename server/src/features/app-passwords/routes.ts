import * as contract from '@tonarchiv/contract/app-passwords'
import type { AccountSessions } from '#features/auth/index.ts'
import type { Bind } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { createAppPassword, revokeAppPassword } from './app-passwords.ts'
import { type AppPasswordRow, listAppPasswords } from './store.ts'

/**
 * Maximum number of app passwords that an account makes in an hour. Those that were revoked since count, too. See
 * docs/security-requirements.md A-16.
 */
const MADE_PER_HOUR = 30

export function registerAppPasswords(
  bind: Bind,
  services: Services,
  { sessions, streams }: { sessions: AccountSessions; streams: RunningStreams },
): void {
  const { db, config } = services
  const toWire = ({ id, name, createdAt, lastUsedAt, app }: AppPasswordRow): contract.AppPassword => ({
    id,
    name,
    createdAt,
    lastUsedAt,
    app,
    isPlaying: streams.areRunning(id),
  })

  bind(contract.listAppPasswords, async ({ caller }) => ({
    appPasswords: (await listAppPasswords(db, caller.id)).map(toWire),
    serverAddress: config.publicUrl,
  }))

  bind(contract.createAppPassword, async ({ caller, body, request }) => {
    await consume(services, [
      { name: 'make app password', by: caller.id, maxAttempts: MADE_PER_HOUR, windowSeconds: 60 * 60 },
    ])
    const { row, password } = await createAppPassword(services, sessions, caller, {
      name: body.name,
      userAgent: request.headers['user-agent'],
    })
    return { appPassword: toWire(row), password }
  })

  bind(contract.revokeAppPassword, async ({ caller, params }) => {
    await revokeAppPassword(services, caller.id, params.id)
    return { success: true }
  })
}
