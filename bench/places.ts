import { fileURLToPath } from 'node:url'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const root = fromRoot('')
export const serverMain = fromRoot('server/src/app/main.ts')
export const pushingServer = fromRoot('server/src/testing/push/pushing-server.ts')
export const commandLine = fromRoot('server/src/cli/main.ts')
/** Where `npm start` caches compiled code. */
export const compiledFolder = fromRoot('node_modules/.cache/node')
export const webFolder = fromRoot('web/dist')
export const documentPath = fromRoot('docs/benchmarks.md')
export const videosFolder = fromRoot('demo/films')
