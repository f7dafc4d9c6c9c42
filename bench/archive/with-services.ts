// Imported for its types: what plugins of the server add to requests and replies.
import '../../server/src/http/server.ts'
import { readConfig } from '../../server/src/config.ts'
import { logTo } from '../../server/src/platform/log.ts'
import { openServices } from '../../server/src/app/open-services.ts'
import type { Services } from '../../server/src/services.ts'

/**
 * Opens the server's services on a data folder while a function runs.
 * @param settings - as an operator sets them
 */
export async function withServices<T>(
  dataFolder: string,
  act: (services: Services) => Promise<T>,
  settings: Record<string, string> = {},
  others: { probeThreads?: number; cacheKilobytes?: number } = {},
): Promise<T> {
  const config = readConfig({
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    RESERVED_DISK_MB: '1',
    ANALYSIS: 'off',
    ...settings,
  })
  const { services, close } = await openServices(config, {
    log: logTo(config.logLevel),
    writeLine: () => {},
    ...others,
  })
  try {
    return await act(services)
  } finally {
    await close()
  }
}
