import {
  getKeyRequest,
  grantKey,
  hasKeyAlready,
  listKeyRequests,
  rejectKeyRequest,
  requestKey,
} from '@tonarchiv/contract/key-requests'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { KeyBanner } from '../KeyBanner.tsx'
import { KeyRequests } from './KeyRequests.tsx'
import { RequestKey } from './RequestKey.tsx'

const ask = page.getByRole('button', { name: 'Schlüssel anfragen', exact: true })

async function open(state: 'open' | 'rejected' | null) {
  const server = startFakeServer()
  server.on(getKeyRequest, () => ({ state }))
  await render(
    <TestApp>
      <RequestKey />
    </TestApp>,
  )
  return server
}

test('one press asks for a key, and then says that it was asked', async () => {
  const server = await open(null)
  server.on(requestKey, () => ({ state: 'open' as const }))
  await ask.click()
  await expect.element(page.getByText(/^Angefragt\./)).toHaveFocus()
  await expect.element(ask).not.toBeInTheDocument()
})

test('an open and a rejected request cannot be repeated', async () => {
  await open('rejected')
  await expect.element(page.getByText('Deine Anfrage wurde abgelehnt.', { exact: true })).toBeVisible()
  await expect.element(ask).not.toBeInTheDocument()
})

test('a refusal is shown', async () => {
  const server = await open(null)
  server.on(requestKey, () => refuse(hasKeyAlready))
  await ask.click()
  await expect.element(page.getByText(hasKeyAlready.text, { exact: true })).toBeVisible()
})

test('an admin gives a key or rejects the request with one press', async () => {
  const gast = { id: 'gast', username: 'gast', displayName: 'Gast Eins', photoURL: null }
  const request = { user: gast, joinedAt: '2024-11-02T10:00:00', createdAt: '2024-11-28T10:00:00' }
  let requests = [request]
  const server = startFakeServer()
  server.on(listKeyRequests, () => ({ requests, total: requests.length }))
  const granted = vi.fn<() => { success: boolean }>(() => {
    requests = []
    return { success: true }
  })
  server.on(grantKey, granted)
  const rejected = vi.fn<() => { success: boolean }>(() => ({ success: true }))
  server.on(rejectKeyRequest, rejected)
  await render(
    <TestApp>
      <KeyRequests />
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Anfrage von Gast Eins ablehnen', exact: true }).click()
  await expectAccessible()
  await expect.poll(() => rejected).toHaveBeenCalledOnce()
  const give = page.getByRole('button', { name: 'Gast Eins einen Schlüssel geben', exact: true })
  await give.click()
  await expect.element(give).not.toBeInTheDocument()
  expect(granted).toHaveBeenCalledOnce()
})

test('when a request is answered, the focus moves to the next one', async () => {
  const request = (id: string) => ({
    user: { id, username: id, displayName: id, photoURL: null },
    joinedAt: '2024-11-02T10:00:00',
    createdAt: '2024-11-28T10:00:00',
  })
  let requests = [request('Ada'), request('Ben')]
  const server = startFakeServer()
  server.on(listKeyRequests, () => ({ requests, total: requests.length }))
  server.on(grantKey, () => {
    requests = requests.slice(1)
    return { success: true }
  })
  await render(
    <TestApp>
      <KeyRequests />
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Ada einen Schlüssel geben', exact: true }).click()
  await expect
    .element(page.getByRole('button', { name: 'Ben einen Schlüssel geben', exact: true }))
    .toHaveFocus()
})

test('the banner says nothing else after the request', async () => {
  const server = startFakeServer()
  server.on(getKeyRequest, () => ({ state: null }))
  server.on(requestKey, () => ({ state: 'open' as const }))
  await render(
    <TestApp>
      <KeyBanner />
    </TestApp>,
  )
  await expect.element(page.getByText('Noch keinen Zugangsschlüssel?', { exact: true })).toBeVisible()
  await ask.click()
  await expect.element(page.getByText(/^Angefragt\./)).toBeVisible()
  await expect
    .element(page.getByText('Noch keinen Zugangsschlüssel?', { exact: true }))
    .not.toBeInTheDocument()
})

test('in a narrow window the name stands beside the buttons, not below them', async () => {
  await page.viewport(320, 640)
  const user = { id: 'gast', username: 'rillenfreund_aus_der_vorstadt', displayName: '', photoURL: null }
  const request = { user, joinedAt: '2024-11-02T10:00:00', createdAt: '2024-11-28T10:00:00' }
  startFakeServer().on(listKeyRequests, () => ({ requests: [request], total: 1 }))
  await render(
    <TestApp>
      <KeyRequests />
    </TestApp>,
  )
  const name = page.getByText('rillenfreund_aus_der_vorstadt', { exact: true })
  await expect.element(name).toBeVisible()
  const end = name.element().getBoundingClientRect().right
  for (const button of page.getByRole('table').getByRole('button').elements())
    expect(button.getBoundingClientRect().left).toBeGreaterThanOrEqual(end)
})
