import {
  APP_PASSWORDS_MAX,
  type AppPassword,
  createAppPassword,
  listAppPasswords,
  revokeAppPassword,
  tooManyAppPasswords,
} from '@tonarchiv/contract/app-passwords'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { AppPasswords } from './AppPasswords.tsx'
import { drawCode } from '#ui/components/content/QrCode.tsx'

const SECRET = 'k7mq-42xt-9vhe-pr3d-wz6n-hj4s-t8qy'
const ADDRESS = 'https://archiv.example'

const anAppPassword = (name: string, more: Partial<AppPassword> = {}): AppPassword => ({
  id: name,
  name,
  createdAt: '2026-01-11T12:00:00.000Z',
  lastUsedAt: '2026-02-01T12:00:00.000Z',
  app: 'DSub',
  isPlaying: false,
  ...more,
})

async function renderList(appPasswords: AppPassword[]) {
  const server = startFakeServer()
  const list = [...appPasswords]
  server.on(listAppPasswords, () => ({ appPasswords: list, serverAddress: ADDRESS }))
  const made = vi.fn<(sent: unknown) => void>()
  server.on(createAppPassword, (sent) => {
    made(sent)
    const appPassword = anAppPassword('Küchenradio', { lastUsedAt: null, app: null })
    list.unshift(appPassword)
    return { appPassword, password: SECRET }
  })
  await render(
    <TestApp>
      <AppPasswords username="jonas_w" />
    </TestApp>,
  )
  return { server, made }
}

const create = page.getByRole('button', { name: 'App-Passwort erstellen', exact: true })
const nameField = page.getByRole('textbox', { name: 'Name', exact: true })
const submit = page.getByRole('button', { name: 'Erstellen', exact: true })
const slip = page.getByRole('dialog', { name: '„Küchenradio“ ist bereit', exact: true })
const done = slip.getByRole('button', { name: 'Fertig', exact: true })
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })
const revokeOf = (name: string) => page.getByRole('button', { name: `${name} widerrufen`, exact: true })

const iconOf = (button: Locator) => button.element().querySelector('path')?.getAttribute('d')

async function makeOne() {
  await create.click()
  await nameField.fill('Küchenradio')
  await submit.click()
  await expect.element(done).toBeVisible()
}

test('the first app password is named, shown once with all that an app needs, and gone after „Fertig“', async () => {
  const { made } = await renderList([])
  await expect.element(page.getByRole('heading', { name: 'Noch keine App verbunden' })).toBeVisible()
  await makeOne()
  expect(made).toHaveBeenCalledExactlyOnceWith({ name: 'Küchenradio' })
  for (const text of [ADDRESS, 'jonas_w', SECRET])
    await expect.element(slip.getByText(text, { exact: true })).toBeVisible()
  await expect
    .element(
      slip.getByRole('img', {
        name: 'QR-Code mit Serveradresse, Benutzername und App-Passwort',
        exact: true,
      }),
    )
    .toBeVisible()
  const { path } = await drawCode(`${ADDRESS}/connect-app#user=jonas_w&password=${SECRET}`)
  expect(slip.getByRole('img').element().querySelector('path')?.getAttribute('d')).toBe(path)
  await expect.element(slip).toHaveAccessibleDescription(/^Dieses Passwort siehst du nur jetzt\./)
  await expect.element(slip.getByRole('button', { name: 'App-Passwort kopieren', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(done).toBeVisible()
  await expect.element(slip.getByRole('button', { name: 'Schließen' })).not.toBeInTheDocument()

  // The button that has opened the form is removed before the slip is closed.
  await expect.poll(() => document.querySelector('table')?.textContent).toContain('Küchenradio')
  await done.click()
  await expect.element(done).not.toBeInTheDocument()
  await expect.element(rowOf('Küchenradio')).toBeVisible()
  await expect
    .element(rowOf('Küchenradio'))
    .toHaveTextContent('KüchenradioSeit 11.01.2026noch nie angemeldetnoch nie')
  await expect.poll(() => new XMLSerializer().serializeToString(document)).not.toContain(SECRET)
  expect(JSON.stringify(history.state)).not.toContain(SECRET)
  // The button of the empty list is removed.
  await expect.element(create).toHaveFocus()
})

test('what is copied is confirmed by name and with a check for a while', async () => {
  await renderList([anAppPassword('Telefon')])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await expect.element(rowOf('Telefon')).toBeVisible()
  const { length: dialogs } = document.querySelectorAll('dialog')
  await makeOne()
  const copyAll = slip.getByRole('button', { name: 'Alles kopieren', exact: true })
  const icon = iconOf(copyAll)
  // The check is shown for two seconds only.
  const icons = new Set([icon])
  const watching = new MutationObserver(() => icons.add(iconOf(copyAll)))
  watching.observe(copyAll.element(), { childList: true, subtree: true })
  onTestFinished(() => watching.disconnect())
  for (const [button, text, toast] of [
    ['Serveradresse kopieren', ADDRESS, 'Serveradresse kopiert'],
    ['Benutzername kopieren', 'jonas_w', 'Benutzername kopiert'],
    ['App-Passwort kopieren', SECRET, 'App-Passwort kopiert'],
    [
      'Alles kopieren',
      `Serveradresse: ${ADDRESS}\nBenutzername: jonas_w\nApp-Passwort: ${SECRET}`,
      'Alles kopiert',
    ],
  ] as const) {
    await slip.getByRole('button', { name: button, exact: true }).click()
    await expect.element(page.getByText(toast, { exact: true })).toBeVisible()
    expect(copied).toHaveBeenLastCalledWith(text)
  }
  await expect.poll(() => icons).toHaveProperty('size', 2)
  await expect.poll(() => iconOf(copyAll)).toBe(icon)
  copied.mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
  await copyAll.click()
  expect(copied).toHaveBeenCalledTimes(5)
  await expect.element(page.getByText('Kopieren nicht möglich', { exact: true })).toBeVisible()
  await done.click()
  await expect.poll(() => document.querySelectorAll('dialog')).toHaveLength(dialogs)
})

test('without a name nothing is sent', async () => {
  const { made } = await renderList([])
  await create.click()
  await expect.element(nameField).toHaveFocus()
  await nameField.fill('   ')
  await submit.click()
  await expect.element(nameField).toHaveAccessibleDescription('Gib dem Passwort einen Namen')
  expect(made).not.toHaveBeenCalled()
  await userEvent.keyboard('x')
  await expect.element(nameField).not.toHaveAttribute('aria-invalid')
})

test('a full list says so, and none can be made', async () => {
  await renderList(Array.from({ length: APP_PASSWORDS_MAX }, (_, index) => anAppPassword(`Gerät ${index}`)))
  await create.click()
  await expect.element(page.getByText(tooManyAppPasswords.text, { exact: true })).toBeVisible()
  await expect.element(submit).toBeDisabled()
})

test('a failure is shown, forgotten by the next try, and leaves the name in its field', async () => {
  const { server } = await renderList([])
  server.on(createAppPassword, () => refuse(tooManyAppPasswords))
  await create.click()
  await nameField.fill('Küchenradio')
  await submit.click()
  await expect.element(page.getByText(tooManyAppPasswords.text, { exact: true })).toBeVisible()
  server.on(createAppPassword, () => refuse(serverFault))
  await submit.click()
  await expect.element(page.getByText(serverFault.text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(tooManyAppPasswords.text, { exact: true })).not.toBeInTheDocument()
  await expect.element(nameField).toHaveValue('Küchenradio')
  await page.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await create.click()
  await expect.element(nameField).toHaveValue('')
  await expect.element(page.getByText(serverFault.text, { exact: true })).not.toBeInTheDocument()
})

test('each row says since when, which app, and when it was used', async () => {
  await renderList([
    anAppPassword('Telefon', { app: 'Symfonium', isPlaying: true }),
    anAppPassword('Rechner', { app: null, lastUsedAt: '2024-11-14T12:00:00.000Z' }),
    anAppPassword('Tablet', { app: null, lastUsedAt: null }),
  ])
  await expect.element(rowOf('Telefon')).toHaveTextContent('TelefonSeit 11.01.2026Symfoniumspielt gerade ab')
  await expect.element(rowOf('Rechner')).toHaveTextContent('RechnerSeit 11.01.2026unbekannt14.11.2024')
  await expect.element(rowOf('Tablet')).toHaveTextContent('TabletSeit 11.01.2026noch nie angemeldetnoch nie')
})

test('a revocation is asked for, the row leaves, and the focus goes to the next', async () => {
  const { server } = await renderList([anAppPassword('Küchenradio'), anAppPassword('Tablet', { app: null })])
  const revoked = vi.fn<() => { success: boolean }>(() => ({ success: true }))
  server.on(revokeAppPassword, revoked)
  await revokeOf('Küchenradio').click()
  const question = page.getByRole('alertdialog', { name: '„Küchenradio“ widerrufen?', exact: true })
  await expect
    .element(
      question.getByText(
        'DSub wird sofort abgemeldet. Was dort schon heruntergeladen ist, kann das Archiv nicht löschen.',
        { exact: true },
      ),
    )
    .toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Abbrechen', exact: true })).toHaveFocus()
  expect(revoked).not.toHaveBeenCalled()
  await question.getByRole('button', { name: 'Widerrufen', exact: true }).click()
  await expect.element(page.getByText('„Küchenradio“ widerrufen', { exact: true })).toBeVisible()
  await expect.element(rowOf('Küchenradio')).not.toBeInTheDocument()
  await expect.element(revokeOf('Tablet')).toHaveFocus()

  server.on(revokeAppPassword, () => refuse(serverFault))
  await revokeOf('Tablet').click()
  await expect.element(page.getByText(/^Die App wird sofort abgemeldet\./)).toBeVisible()
  await page.getByRole('button', { name: 'Widerrufen', exact: true }).click()
  await expect.element(page.getByText(serverFault.text, { exact: true })).toBeVisible()
  await expect.element(rowOf('Tablet')).toBeVisible()
})

test('a list that cannot be loaded is asked for again by a button', async () => {
  const server = startFakeServer()
  server.on(listAppPasswords, () => refuse(serverFault))
  await render(
    <TestApp>
      <AppPasswords username="jonas_w" />
    </TestApp>,
  )
  const retry = page.getByRole('button', { name: 'Erneut versuchen', exact: true })
  await expect.element(retry).toBeVisible()
  server.on(listAppPasswords, () => ({ appPasswords: [anAppPassword('Telefon')], serverAddress: ADDRESS }))
  await retry.click()
  await expect.element(rowOf('Telefon')).toBeVisible()
})
