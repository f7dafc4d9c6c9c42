import { yieldToMain } from '#ui/dom/yield-to-main.ts'

/**
 * What the app behind the login is built on. Each part runs in a task of its own: in one go they would keep a slow
 * device from answering.
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
