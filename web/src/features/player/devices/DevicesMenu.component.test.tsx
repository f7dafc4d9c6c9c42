import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '../../../testing/TestApp.tsx'
import type { DeviceLine } from './device-role.ts'
import { DeviceNotice } from './DeviceNotice.tsx'
import { DevicesButton } from './DevicesButton.tsx'
import { NO_DEVICES, useDevices } from './devices-store.ts'

function device(id: string, more: Partial<PlayDevice> = {}): PlayDevice {
  return {
    id,
    name: id,
    browser: null,
    kind: 'desktop',
    began_at: null,
    reported_at: 0,
    status: 'paused',
    track: null,
    position_seconds: 0,
    duration_seconds: 0,
    volume: 0.7,
    muted: false,
    needs_press: false,
    answers: [],
    ...more,
  }
}

const phone = device('iPhone', {
  kind: 'mobile',
  status: 'playing',
  began_at: 1,
  track: { id: 'bruecke', title: 'Nachts über die Brücke' },
})
const tablet = device('iPad', { kind: 'tablet' })
const desk = device('Arbeitszimmer')

/** Renders the devices button and the notice above the player, for an account with these devices. */
async function renderDevices(devices: readonly PlayDevice[], controlled?: PlayDevice) {
  const chosen: string[] = []
  const playHere: string[] = []
  useDevices.setState({
    devices,
    ownId: desk.id,
    role: controlled ? { name: 'controlling', device: controlled } : { name: 'local' },
    actions: { choose: ({ id }) => chosen.push(id), playHere: () => playHere.push('here') },
  })
  onTestFinished(() => useDevices.setState(NO_DEVICES))
  await render(
    <TestApp>
      <section id="player" tabIndex={-1} aria-label="Player">
        <DevicesButton />
      </section>
      <DeviceNotice />
    </TestApp>,
  )
  return { chosen, playHere }
}

const menu = page.getByRole('menu', { name: 'Geräte' })
const items = menu.getByRole('menuitemradio')

test('the menu lists this browser first, marks the one that plays, and is moved in by keys', async () => {
  const { chosen } = await renderDevices([phone, tablet, desk], phone)
  const button = page.getByRole('button', { name: 'Spielt auf iPhone' })
  await button.click()
  await expect
    .poll(() => items.elements().map((item) => item.textContent.replaceAll(/\s+/g, ' ')))
    .toEqual([
      'Arbeitszimmer Dieser Browser',
      'iPhone Spielt ab spielt „Nachts über die Brücke“',
      'iPad Bereit',
    ])
  await expect.element(items.nth(1)).toBeChecked()
  await expect.element(items.first()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(items.nth(2)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen).toEqual(['iPad'])
  await expect.element(button).toHaveFocus()
})

test('Tab leads from the devices to the volume of the one that plays, Escape back to the button', async () => {
  await renderDevices([phone, desk], phone)
  const button = page.getByRole('button', { name: 'Spielt auf iPhone' })
  await button.click()
  await expect.element(items.first()).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('slider', { name: 'Lautstärke auf iPhone' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

test('a device that lets no page set its volume shows none', async () => {
  const silent = { ...phone, volume: null }
  await renderDevices([silent, desk], silent)
  await page.getByRole('button', { name: 'Spielt auf iPhone' }).click()
  await expect.element(items.first()).toBeVisible()
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument()
})

test('the browser stands below a given name, and a link leads from the menu to the names', async () => {
  await renderDevices([
    { ...phone, status: 'paused', browser: 'Safari auf iPhone' },
    { ...desk, browser: 'Firefox auf Linux' },
  ])
  await page.getByRole('button', { name: 'Geräte' }).click()
  await expect
    .poll(() => items.elements().map((item) => item.textContent))
    .toEqual(['Arbeitszimmer Dieser Browser · Firefox auf Linux', 'iPhone Bereit · Safari auf iPhone'])
  const link = page.getByRole('link', { name: 'Namen ändern' })
  await expect.element(link).toHaveAttribute('href', '/settings?tab=security#geraete')
  await link.click()
  await expect.element(menu).not.toBeInTheDocument()
})

test('alone, the menu says how another device gets into it', async () => {
  await renderDevices([desk])
  await page.getByRole('button', { name: 'Geräte' }).click()
  await expect
    .poll(() => items.elements().map((item) => item.textContent))
    .toEqual(['Arbeitszimmer Dieser Browser'])
  await expect
    .element(page.getByText('Öffne das Archive auf einem anderen Gerät, dann steht es hier.'))
    .toBeVisible()
})

test('the line above the player stays until it is used or closed, and the focus goes to the player', async () => {
  const { playHere } = await renderDevices([phone, desk], phone)
  const say = (line: DeviceLine) => useDevices.setState({ line })
  say({ kind: 'takenOver', name: 'iPhone', deviceKind: 'mobile' })
  await expect.element(page.getByText('Spielt jetzt auf iPhone. Hier wurde angehalten.')).toBeVisible()
  await page.getByRole('button', { name: 'Hier weiterspielen' }).click()
  expect(playHere).toEqual(['here'])
  const player = page.getByRole('region', { name: 'Player' })
  await expect.element(player).toHaveFocus()
  say({ kind: 'gone', name: 'iPhone', seconds: 84 })
  const gone = page.getByText('iPhone ist nicht mehr erreichbar. Der Stand bei 1:24 ist gesichert.')
  await expect.element(gone).toBeVisible()
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect.element(gone).not.toBeInTheDocument()
  await expect.element(player).toHaveFocus()
  say({ kind: 'pressHere' })
  await expect.element(page.getByRole('button', { name: 'Hier abspielen' })).toBeVisible()
})
