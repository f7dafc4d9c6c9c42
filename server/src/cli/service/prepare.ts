import { resolve } from 'node:path'
import { WrongSettings } from '#config.ts'
import { SETTING_NAMES } from '#platform/setting-names.ts'
import { loadSettingsFile } from '#app/settings-file.ts'
import { actAsOwner, actAsService } from './act-as-owner.ts'
import { findService } from './find-service.ts'

/**
 * Makes sure that a command works on the archive that the operator means. `tonarchiv` uses the archive of the service,
 * with its settings and its account. `npm run archive` uses the archive of the folder that it runs in, unless the
 * service has another one.
 * @throws WrongSettings
 */
export async function prepareEnvironment(): Promise<void> {
  // A command that a server runs, such as its nightly backup, has the settings and the account of that server.
  if (process.connected) return
  const isForService = process.env['TONARCHIV_COMMAND'] === 'tonarchiv'
  const service = findService()
  if (isForService && service !== undefined) {
    const environment = service.environment()
    // Settings of the operator's shell do not apply to the service.
    for (const name of SETTING_NAMES) delete process.env[name]
    Object.assign(process.env, environment, { DATA_DIR: service.dataFolder })
    await actAsService(service)
    loadSettingsFile()
    return
  }
  loadSettingsFile()
  const given = process.env['DATA_DIR']
  const dataFolder = resolve(given === undefined || given === '' ? 'data' : given)
  if (service !== undefined && given === undefined && dataFolder !== service.dataFolder)
    throw new WrongSettings([
      `The service keeps its archive in ${service.dataFolder}; this command would work on another one in ${dataFolder}. For that of the service: sudo tonarchiv …; for the other one, name it by DATA_DIR=${dataFolder}.`,
    ])
  await actAsOwner(dataFolder)
}
