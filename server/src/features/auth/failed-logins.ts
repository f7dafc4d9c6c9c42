import { wrongCredentials } from '@tonarchiv/contract/auth'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { plainAddress } from '#http/client-address.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'

/**
 * Logs the address of a client whose login failed, if the operator has chosen so. Programs that block addresses
 * read these lines, so their form is fixed: docs/operators/en/watch.md.
 */
export function reportFailedLogin(
  { config, log }: Pick<Services, 'config' | 'log'>,
  clientAddress: string,
  error: unknown,
): void {
  if (!config.logsFailedLogins || !(error instanceof Refused)) return
  if (error.refusal.code !== wrongCredentials.code && error.refusal.code !== rateLimited.code) return
  log.warn({ address: plainAddress(clientAddress) }, 'failed login')
}
