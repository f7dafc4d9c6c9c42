import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../server/src/config.ts'
import { logTo } from '../server/src/platform/log.ts'
import { openServices } from '../server/src/app/open-services.ts'
import { type DemoGuide, fillDemo } from './make-demo.ts'

/** Prepares the data folder of the demo; the server is started on it afterwards, with the same settings. */
const envFile = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(envFile)) process.loadEnvFile(envFile)
const config = { ...readConfig(process.env), logLevel: 'warn' } as const
const guidePath = join(config.dataFolder, 'demo-guide.txt')

function guideOf({ people, keys }: DemoGuide): string {
  const logins = people.map(
    ({ email, password, isAdmin }) =>
      `  ${email.padEnd(22)} ${password.padEnd(16)} ${isAdmin ? 'Admin' : 'Hörer'}`,
  )
  return ['Anmelden mit:', ...logins, 'Unbenutzte Zugangsschlüssel:', ...keys.map((key) => `  ${key}`)].join(
    '\n',
  )
}

if (!existsSync(guidePath)) {
  console.log('Das Demo-Archiv wird gemacht …')
  const { services, close } = await openServices(config, { log: logTo(config.logLevel), writeLine: () => {} })
  try {
    await writeFile(guidePath, guideOf(await fillDemo(services, (line) => console.log(line))))
  } finally {
    await close()
  }
}
console.log(await readFile(guidePath, 'utf8'))
