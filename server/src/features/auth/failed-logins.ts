import { wrongCredentials } from '@tonarchiv/contract/auth'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { plainAddress } from '#http/client-address.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'

/**
 * Logs the address of a client whose login failed, if the operator has enabled this. Programs that block addresses read
 * these lines, so their form must not change. See docs/operators/en/watch.md.
 */
export function reportFailedLogin(
  services: Pick<Services, 'config' | 'log'>,
  clientAddress: string,
  error: unknown,
): void {
  if (!(error instanceof Refused)) return
  if (error.refusal.code !== wrongCredentials.code && error.refusal.code !== rateLimited.code) return
  reportFailedCredential(services, clientAddress)
}

/** Like `reportFailedLogin`, for a wrong credential of another protocol. */
export function reportFailedCredential(
  { config, log }: Pick<Services, 'config' | 'log'>,
  clientAddress: string,
): void {
  if (config.logsFailedLogins) log.warn({ address: plainAddress(clientAddress) }, 'failed login')
}
