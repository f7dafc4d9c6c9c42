import { serverFault } from '@tonarchiv/contract/refusal'
import { listAlbums } from '@tonarchiv/contract/catalog'
import {
  createKeyBatch,
  getKeyBatch,
  type KeyBatch,
  keysWithdrawn,
  listKeyBatches,
  previewWithdrawal,
  withdrawKeyBatch,
} from '@tonarchiv/contract/key-batches'
import { listKeyRequests } from '@tonarchiv/contract/key-requests'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { AccessKeyManagement } from './AccessKeyManagement.tsx'

const NONE = { available: 0, used: 0, expired: 0, withdrawn: 0 }

function batch(change: Partial<KeyBatch> = {}): KeyBatch {
  return {
    id: 'b1',
    note: 'Familie',
    words: null,
    isInvitation: false,
    scope: { kind: 'all', hasVideos: true, types: [], albumCount: 77, albums: [] },
    maxUses: 10,
    expiresAt: null,
    stayDays: null,
    createdAt: '2024-11-03T10:00:00.000Z',
    madeBy: { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null },
    keyCount: 1,
    uses: 0,
    counts: { ...NONE, available: 1 },
    key: 'T2-5KJY-MM16',
    ...change,
  }
}

async function open(...batches: KeyBatch[]) {
  const server = startFakeServer()
  signInAs(aUser({ isAdmin: true }))
  const listed = { batches, asked: [] as string[] }
  server.on(listKeyRequests, () => ({ requests: [], total: 0 }))
  const counts = { album: 0, single: 0, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  server.on(listAlbums, () => ({ albums: [], total: 77, counts, years: [] }))
  server.on(listKeyBatches, (_, query) => {
    listed.asked.push(String(query))
    return { batches: listed.batches, total: listed.batches.length, counts: { ...NONE, available: 12 } }
  })
  await render(
    <TestApp>
      <AccessKeyManagement />
    </TestApp>,
  )
  return { server, listed }
}

const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByRole('textbox', { name })
const generate = page.getByRole('button', { name: 'Schlüssel generieren', exact: true })

test('an order repeats itself as a sentence, says what is wrong with it, and is sent as it was entered', async () => {
  const { server, listed } = await open()
  await expect.element(page.getByText('Keine Zugangschlüssel vorhanden')).toBeVisible()
  await generate.first().click()
  await field('Anzahl Schlüssel').fill('12')
  await field('Einlösungen je Schlüssel').fill('600')
  await dialog.getByRole('radio', { name: /Alben auswählen/ }).click()
  await dialog.getByRole('button', { name: '12 Schlüssel generieren' }).click()
  await expect.element(dialog.getByText('Zwischen 1 und 500.')).toBeVisible()
  await expect.element(dialog.getByText('Wähle mindestens ein Album.')).toBeVisible()
  await expect.element(field('Einlösungen je Schlüssel')).toHaveFocus()
  await expectAccessible()

  await field('Einlösungen je Schlüssel').fill('1')
  await dialog.getByRole('radio', { name: /Nach Typ/ }).click()
  await dialog.getByRole('checkbox', { name: 'EPs' }).click()
  await dialog.getByRole('switch', { name: 'Mit Videos' }).click()
  await dialog.getByRole('button', { name: 'Tage', exact: true }).click()
  await expect
    .element(dialog.getByText(/für je eine Person: EPs ohne Videos, einlösbar ohne Ende, dann 90 Tage\.$/))
    .toBeVisible()

  server.on(createKeyBatch, () => refuse(serverFault))
  await dialog.getByRole('button', { name: '12 Schlüssel generieren' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(serverFault.text)
  await expect.element(field('Anzahl Schlüssel')).toHaveValue('12')

  const made = batch({ id: 'b2', keyCount: 12, key: null, counts: { ...NONE, available: 12 } })
  const sent = vi.fn<(order: unknown) => { batch: KeyBatch; keys: [] }>(() => {
    listed.batches = [made]
    return { batch: made, keys: [] }
  })
  server.on(createKeyBatch, sent)
  await dialog.getByRole('button', { name: '12 Schlüssel generieren' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.mock.calls.map(([order]) => order)).toEqual([
    {
      count: 12,
      maxUses: 1,
      note: '',
      scope: { kind: 'types', types: ['ep'], hasVideos: false },
      expiresAt: null,
      stayDays: 90,
    },
  ])
  await expect.element(page.getByRole('button', { name: '12 Schlüssel', exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Bogen drucken', exact: true })).toBeVisible()
})

test('a batch opens in place, and shows who has redeemed its keys', async () => {
  const stack = batch({
    keyCount: 2,
    key: null,
    maxUses: 1,
    uses: 1,
    counts: { ...NONE, available: 1, used: 1 },
  })
  const { server } = await open(stack)
  const entry = (key: string, by: string | null) => ({
    id: key,
    key,
    status: by === null ? ('available' as const) : ('used' as const),
    uses: by === null ? 0 : 1,
    lastUse: by === null ? null : { by, at: '2024-11-28T10:00:00.000Z' },
  })
  server.on(getKeyBatch, () => ({
    batch: stack,
    keys: [entry('Q4-7TBN-20ZK', 'Lene M.'), entry('H2-9KWE-61TC', null)],
  }))
  const toggle = page.getByRole('button', { name: '2 Schlüssel', exact: true })
  await toggle.click()
  await expect.element(page.getByText('Lene M., 28.11.2024')).toBeVisible()
  await expect.element(page.getByText('verfügbar', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'H2-9KWE-61TC kopieren' })).toBeVisible()
  await expectAccessible()
  await toggle.click()
  await expect.element(page.getByText('Lene M., 28.11.2024')).not.toBeInTheDocument()
})

test('the status filters, and the search goes with it', async () => {
  const { listed } = await open(batch())
  await page.getByRole('button', { name: 'Verfügbar 12' }).click()
  await page.getByRole('searchbox', { name: 'Schlüssel, Notiz oder Person suchen' }).fill('fest')
  await vi.waitFor(() => expect(listed.asked.at(-1)).toBe('status=available&q=fest&limit=50&offset=0'))
})

async function askToWithdraw(name: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
}

const question = page.getByRole('alertdialog')

test('a withdrawal shows who loses what before it acts, and the choice decides what is sent', async () => {
  const { server } = await open(batch({ uses: 2 }))
  const access = { hasAll: false, albumCount: 0, hasVideos: false, endsAt: null }
  const person = (id: string, displayName: string) => ({ id, username: id, displayName, photoURL: null })
  server.on(previewWithdrawal, () => ({
    batch: batch({ uses: 2 }),
    people: 2,
    losses: [
      {
        person: person('tonkopf', 'Tonkopf'),
        before: { ...access, hasAll: true, albumCount: 77, hasVideos: true },
        after: access,
        keeps: [],
      },
      {
        person: person('lene', 'Lene M.'),
        before: { ...access, albumCount: 4 },
        after: { ...access, albumCount: 1 },
        keeps: [
          {
            scope: {
              kind: 'types' as const,
              types: ['ep' as const],
              hasVideos: false,
              albumCount: 1,
            },
            key: 'E4-1VBD-33XS',
          },
        ],
      },
    ],
  }))
  await askToWithdraw('T2-5KJY-MM16')
  await expect.element(question.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  await expect.element(question.getByText('hat keinen anderen Schlüssel')).toBeVisible()
  await expect.element(question.getByText('verliert alles')).toBeVisible()
  await expect.element(question.getByText('behält EPs aus E4-1VBD-33XS')).toBeVisible()
  await expect.element(question.getByText('3 Alben weniger')).toBeVisible()
  await expectAccessible()

  await question.getByRole('radio', { name: 'Nur sperren' }).click()
  await expect.element(question.getByText('Niemand hat danach weniger als vorher.')).toBeVisible()
  await question.getByRole('radio', { name: 'Auch zurücknehmen, was er gab' }).click()
  const sent = vi.fn<(body: unknown) => { keys: number; people: number }>(() => ({ keys: 1, people: 2 }))
  server.on(withdrawKeyBatch, sent)
  await question.getByRole('button', { name: 'Zurückziehen und zurücknehmen' }).click()
  await expect
    .element(page.getByRole('status').last())
    .toHaveTextContent('T2-5KJY-MM16 zurückgezogen, 2 Personen haben weniger')
  expect(sent.mock.calls.map(([body]) => body)).toEqual([{ takesBack: true }])
})

test('an unused key is withdrawn after a short question, and a refusal is shown', async () => {
  const { server } = await open(batch())
  server.on(withdrawKeyBatch, () => refuse(keysWithdrawn))
  await askToWithdraw('T2-5KJY-MM16')
  await expect
    .element(question.getByText('Der Schlüssel wurde noch nicht eingelöst. Danach passt er nirgends mehr.'))
    .toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent(keysWithdrawn.text)
})
