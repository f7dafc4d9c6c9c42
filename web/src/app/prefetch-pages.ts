import type { User } from '@tonarchiv/contract/users'
import { savesData } from '#client/network-information.ts'
import { yieldToMain } from '#ui/dom/yield-to-main.ts'
import { AdminPage, PAGES, PlaylistPage } from './routes.tsx'

/**
 * Loads the code of all pages in advance, one after the other, so that navigation does not wait for the network. Loads
 * nothing when the browser saves data.
 */
export async function prefetchPages({ isAdmin }: User): Promise<void> {
  if (savesData()) return
  const pages = [...PAGES.values(), PlaylistPage]
  for (const page of isAdmin ? [...pages, AdminPage] : pages) {
    await page.fetch()
    await yieldToMain()
  }
}
