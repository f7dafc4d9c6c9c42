import { getChatOrder, listReports, listRestrictions } from '@tonarchiv/contract/chat-order'
import { confirmAuthenticator, startAuthenticator } from '@tonarchiv/contract/factors'
import { getInvitationTree } from '@tonarchiv/contract/invitation-tree'
import { listKeyBatches } from '@tonarchiv/contract/key-batches'
import { listKeyRequests } from '@tonarchiv/contract/key-requests'
import { adminFactorRequired } from '@tonarchiv/contract/refusal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { AdminPage } from './AdminPage.tsx'

async function renderAt(path: string) {
  await render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AdminPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('the tab of the reports is German and counts the open ones, also new ones', async () => {
  const server = startFakeServer()
  const socket = startFakeSocket()
  let open = 2
  server.on(listReports, () => ({ messages: [], open, closed: 9 }))
  server.on(listRestrictions, () => ({ restrictions: [] }))
  server.on(getChatOrder, () => ({ slowSeconds: 0, mute: null, ban: null }))
  signInAs(aUser({ isAdmin: true }))
  await renderAt('/admin?tab=reports')
  const tab = page.getByRole('tab', { name: /^Meldungen/ })
  await expect.element(tab).toHaveTextContent('Meldungen2')
  await expect.element(tab).toHaveAttribute('lang', 'de')
  open = 3
  socket.emit({ type: 'chatReports' })
  await expect.element(tab).toHaveTextContent('Meldungen3')
})

test('the tab of the keys switches to the tree with the keyboard, and the focus stays on the switch', async () => {
  const server = startFakeServer()
  startFakeSocket()
  const counts = { available: 0, used: 0, expired: 0, withdrawn: 0 }
  server.on(listKeyBatches, () => ({ batches: [], total: 0, counts }))
  server.on(listKeyRequests, () => ({ requests: [], total: 0 }))
  server.on(getInvitationTree, () => ({
    members: [],
    total: 0,
    invitations: [],
    isEnabled: true,
    quota: 5,
  }))
  signInAs(aUser({ isAdmin: true }))
  await renderAt('/admin?tab=keys')
  const views = page.getByRole('navigation', { name: 'Ansicht' })
  const keys = views.getByRole('link', { name: 'Schlüssel' })
  const tree = views.getByRole('link', { name: 'Einladungsbaum' })
  await expect.element(page.getByText('Keine Zugangschlüssel vorhanden')).toBeVisible()
  await expect.element(keys).toHaveAttribute('aria-current', 'page')
  await expectAccessible()
  tree.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Noch hat niemand jemanden mitgebracht')).toBeVisible()
  await expect.element(tree).toHaveAttribute('aria-current', 'page')
  await expect.element(keys).not.toHaveAttribute('aria-current')
  await expect.element(tree).toHaveFocus()
  await expectAccessible()
})

test('an admin without the required second factor sets it up here, with the keyboard, and the panel opens', async () => {
  const server = startFakeServer()
  startFakeSocket()
  const counts = { available: 0, used: 0, expired: 0, withdrawn: 0 }
  server.on(listReports, () => refuse(adminFactorRequired))
  server.on(listKeyBatches, () => refuse(adminFactorRequired))
  server.on(startAuthenticator, () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/Archive:mila_k?secret=JBSWY3DPEHPK3PXP',
  }))
  server.on(confirmAuthenticator, () => {
    server.on(listReports, () => ({ messages: [], open: 0, closed: 0 }))
    server.on(listKeyBatches, () => ({ batches: [], total: 0, counts }))
    server.on(listKeyRequests, () => ({ requests: [], total: 0 }))
    return { recoveryCodes: Array.from({ length: 10 }, (_, index) => `ABCD-EFG${index}`) }
  })
  signInAs(aUser({ isAdmin: true }))
  await renderAt('/admin?tab=keys')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Für Admins ist ein zweiter Faktor Pflicht. Richte ihn ein, dann öffnet sich das Admin Panel.',
    )
  await expect.element(page.getByRole('tab').first()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Passkey hinzufügen' })).toBeVisible()
  await expectAccessible()
  const app = page.getByRole('button', { name: 'Authenticator-App' })
  app.element().focus()
  await userEvent.keyboard('{Enter}')
  const setup = page.getByRole('dialog', { name: 'Authenticator-App einrichten' })
  await expect.element(setup.getByLabelText('Code aus der App')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(app).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(setup.getByLabelText('Code aus der App')).toHaveFocus()
  await userEvent.keyboard('482917{Enter}')
  const codes = page.getByRole('dialog', { name: 'Deine Wiederherstellungscodes' })
  await codes.getByLabelText('Ich habe die Codes sicher abgelegt').click()
  await codes.getByRole('button', { name: 'Fertig' }).click()
  await expect.element(page.getByText('Keine Zugangschlüssel vorhanden')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Admin Panel' })).toHaveFocus()
})
