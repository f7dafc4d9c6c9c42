import { yieldToMain } from '#ui/dom/yield-to-main.ts'

/**
 * The modules of the app after the login. Each module is evaluated in a separate task, because a single long task would
 * block a slow device.
 */
const FOUNDATIONS = [
  () => import('#client/call.ts'),
  () => import('./queries.ts'),
  () => import('#features/favorites/index.ts'),
  () => import('#features/player/index.ts'),
]

export async function loadSignedInApp() {
  for (const load of FOUNDATIONS) {
    await load()
    await yieldToMain()
  }
  return import('./SignedInApp.tsx')
}
