import { COPIES_PATH } from '../client/copies/copy-address.ts'
import { PICTURE_PATHS } from './pictures.ts'
import { ROOT_FILES, SHELL_CACHE } from './shell.ts'
import type { InstallEvent, StaticRoute } from './worker-scope.ts'

const at = (pathname: string) => ({ urlPattern: { pathname } })
const anyOf = (paths: readonly string[]) => ({ or: paths.map(at) })

/** The browser applies the first rule that matches a request. */
const ROUTES: readonly StaticRoute[] = [
  { condition: anyOf([COPIES_PATH, ...PICTURE_PATHS].map((path) => `${path}*`)), source: 'fetch-event' },
  // The browser asks network and worker at the same time and uses the first response, so that the first paint does not
  // wait for the slower one.
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
  { condition: at('/assets/*'), source: { cacheName: SHELL_CACHE } },
  { condition: anyOf(ROOT_FILES), source: 'race-network-and-fetch-handler' },
  { condition: at('*'), source: 'network' },
]

/** Whether the browser supports static routes: rules that it applies without starting the worker. */
export function hasStaticRoutes(): boolean {
  const type: unknown = Reflect.get(globalThis, 'InstallEvent')
  return typeof type === 'function' && typeof type.prototype === 'object' && 'addRoutes' in type.prototype
}

/** Adds the static routes. In browsers without them, the worker handles all requests. */
export async function addStaticRoutes(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(ROUTES).catch(() => undefined)
}
