import { getChatOrder, listReports, listRestrictions } from '@tonarchiv/contract/chat-order'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { AdminPage } from './AdminPage.tsx'

test('the tab of the reports is German and counts the open ones, also new ones', async () => {
  const server = startFakeServer()
  const socket = startFakeSocket()
  let open = 2
  server.on(listReports, () => ({ messages: [], open, closed: 9 }))
  server.on(listRestrictions, () => ({ restrictions: [] }))
  server.on(getChatOrder, () => ({ slowSeconds: 0, mute: null, ban: null }))
  signInAs(aUser({ isAdmin: true }))
  await render(
    <MemoryRouter initialEntries={['/admin?tab=reports']}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AdminPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const tab = page.getByRole('tab', { name: /^Meldungen/ })
  await expect.element(tab).toHaveTextContent('Meldungen2')
  await expect.element(tab).toHaveAttribute('lang', 'de')
  open = 3
  socket.emit({ type: 'chatReports' })
  await expect.element(tab).toHaveTextContent('Meldungen3')
})
