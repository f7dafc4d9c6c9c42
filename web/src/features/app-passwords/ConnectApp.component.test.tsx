import '../../styles/tokens-inside.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConnectApp } from './ConnectApp.tsx'

const SECRET = 'k7mq-42xt-9vhe-pr3d-wz6n-hj4s-t8qy'
const OTHER = 'abcd-42xt-9vhe-pr3d-wz6n-hj4s-t8qy'
const HASH = `#user=jonas_w&password=${SECRET}`

const address = location.href
beforeEach(() => history.replaceState({ own: true }, '', HASH))
afterEach(() => history.replaceState(null, '', address))

const nothing = page.getByRole('heading', { name: 'Hier ist kein App-Passwort', exact: true })

test('the link’s values are shown and copied, and are in the address no longer', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await render(<ConnectApp />)
  await expect.element(page.getByRole('heading', { name: 'App verbinden', exact: true })).toBeVisible()
  for (const text of [location.origin, 'jonas_w', SECRET])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  expect(location.hash).toBe('')
  expect(history.state).toMatchObject({ own: true })

  await page.getByRole('button', { name: 'App-Passwort kopieren', exact: true }).click()
  await expect.element(page.getByText('App-Passwort kopiert', { exact: true })).toBeVisible()
  expect(copied).toHaveBeenLastCalledWith(SECRET)
  await page.getByRole('button', { name: 'Alles kopieren', exact: true }).click()
  expect(copied).toHaveBeenLastCalledWith(
    `Serveradresse: ${location.origin}\nBenutzername: jonas_w\nApp-Passwort: ${SECRET}`,
  )
})

test('another link that is opened in the same tab takes the place of the first', async () => {
  await render(<ConnectApp />)
  await expect.element(page.getByText(SECRET, { exact: true })).toBeVisible()
  location.hash = `#user=mara&password=${OTHER}`
  await expect.element(page.getByText(OTHER, { exact: true })).toBeVisible()
  await expect.element(page.getByText(SECRET, { exact: true })).not.toBeInTheDocument()
  await expect.poll(() => location.hash).toBe('')
})

test('after a reload, and for what is no link of an app password, it says what to do', async () => {
  await render(<ConnectApp />)
  await expect.element(page.getByText(SECRET, { exact: true })).toBeVisible()
  location.hash = '#user=jonas_w&password=geraten'
  await expect.element(nothing).toBeVisible()
  await expect.element(page.getByText(SECRET, { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /kopieren/ })).not.toBeInTheDocument()
})
