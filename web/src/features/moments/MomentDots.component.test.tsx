import { listMoments, type Moment } from '@tonarchiv/contract/moments'
import { updateProfile, type User } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { useLocation } from 'react-router'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { aMoment } from '#testing/a-moment.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { MomentDots } from './MomentDots.tsx'
import { MomentList } from './MomentList.tsx'

const okan = { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }
const MOMENTS = [
  aMoment('m1', { second: 18, text: 'Der Bass!', author: okan }),
  aMoment('m2', { second: 83, text: 'Hier kommt die zweite Stimme rein.' }),
  aMoment('m3', { second: 84, text: 'Gänsehaut, jedes Mal.', author: okan }),
  aMoment('m4', { second: 500, text: 'jenseits' }),
]

/** The address of the page. */
function Place() {
  const { pathname, search } = useLocation()
  return <p>{`Ort: ${pathname}${search}`}</p>
}

/** A waveform of 400 px for a track of 200 seconds, and the list of its moments. */
async function renderMoments({
  moments = MOMENTS,
  isList = false,
  user = {},
  server = startFakeServer(),
}: {
  moments?: Moment[]
  isList?: boolean
  user?: Partial<User>
  server?: ReturnType<typeof startFakeServer>
} = {}) {
  const played: number[] = []
  const onPlay = (second: number) => void played.push(second)
  server.on(listMoments, () => ({ moments }))
  signInAs(aUser(user))
  await render(
    <TestApp>
      <div style={{ position: 'relative', width: 400, height: 32, margin: '400px 0 0 200px' }}>
        <MomentDots trackId="t1" durationSeconds={200} size="bar" onPlay={onPlay} />
      </div>
      <Place />
      {isList && <MomentList trackId="t1" onPlay={onPlay} />}
    </TestApp>,
  )
  return played
}

const dot = (name: string) => page.getByRole('button', { name, exact: true })
const card = page.getByRole('dialog')
const [single, merged] = ['Moment bei 0:18 von Okan S.', '2 Momente um 1:23']

test('moments stand at their second, close ones together, and none beyond the end', async () => {
  await renderMoments()
  await expect.element(dot(single)).toBeVisible()
  const dots = page.getByRole('list', { name: 'Momente' }).getByRole('button').elements()
  expect(dots.map((each) => each.getAttribute('aria-label'))).toEqual([single, merged])
  const { x, width } = dot(single).element().getBoundingClientRect()
  expect(x + width / 2).toBeCloseTo(200 + 36, 0)
  await expectAccessible()
})

test('a press shows members and texts above the dot, and plays from there', async () => {
  const played = await renderMoments()
  await dot(merged).click()
  await expect.element(card).toBeVisible()
  await expect.element(card.getByText('Hier kommt die zweite Stimme rein.')).toBeVisible()
  await expect.element(card.getByText('Gänsehaut, jedes Mal.')).toBeVisible()
  await expect.element(dot(merged)).toHaveAttribute('aria-expanded', 'true')
  const box = card.element().getBoundingClientRect()
  expect(box.bottom).toBeLessThan(dot(merged).element().getBoundingClientRect().top)
  await expectAccessible()
  await card.getByRole('button', { name: 'Ab 1:23 abspielen' }).click()
  expect(played).toEqual([83])
  await expect.element(card).not.toBeInTheDocument()
})

test('the pointer opens a card, which stays while the pointer is in it', async () => {
  await renderMoments()
  await dot(single).hover()
  await expect.element(card.getByText('Der Bass!')).toBeVisible()
  await card.getByText('Der Bass!').hover()
  await dot(merged).hover()
  await expect.element(card.getByText('Gänsehaut, jedes Mal.')).toBeVisible()
  await userEvent.hover(document.body, { position: { x: 5, y: 5 } })
  await expect.element(card).not.toBeInTheDocument()
})

test('the dots are one stop of Tab, arrows move between them, and Enter goes into the card', async () => {
  const played = await renderMoments()
  await expect.element(dot(single)).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(dot(single)).toHaveFocus()
  await expect.element(card.getByText('Der Bass!')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(dot(merged)).toHaveFocus()
  await expect.element(card.getByText('Gänsehaut, jedes Mal.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(card.getByRole('button', { name: 'Ab 1:23 abspielen' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dot(merged)).toHaveFocus()
  await expect.element(card).not.toBeInTheDocument()
  expect(played).toEqual([])
})

test('a card names at most five of its moments', async () => {
  await renderMoments({
    moments: Array.from({ length: 8 }, (_, index) =>
      aMoment(`m${index}`, { second: 20, text: `Satz ${index}` }),
    ),
  })
  await dot('8 Momente um 0:20').click()
  await expect.element(card.getByText('Satz 4')).toBeVisible()
  await expect.element(card.getByText('Satz 5')).not.toBeInTheDocument()
  await expect.element(card.getByText('und 3 weitere')).toBeVisible()
  await expectAccessible()
  await card.getByRole('button', { name: 'Alle im Chat zeigen', exact: true }).click()
  await expect.element(page.getByText('Ort: /chat?moments=t1', { exact: true })).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
})

test('the list names all moments, plays them, and switches the dots off and on', async () => {
  const server = startFakeServer()
  const saved: unknown[] = []
  server.on(updateProfile, (body) => {
    const { showMomentDots } = updateProfile.body.parse(body)
    saved.push(showMomentDots)
    return { user: aUser({ showMomentDots: showMomentDots ?? true }) }
  })
  const played = await renderMoments({ isList: true, server })
  await expect.element(page.getByRole('heading', { name: 'Momente 4' })).toBeVisible()
  await page.getByRole('button', { name: 'Ab 1:24 abspielen: Okan S., Gänsehaut, jedes Mal.' }).click()
  expect(played).toEqual([84])
  const shown = page.getByRole('switch', { name: 'Punkte zeigen' })
  await expect.element(shown).toBeChecked()
  await shown.click()
  await expect.element(dot(single)).not.toBeInTheDocument()
  expect(saved).toEqual([false])
  await expectAccessible()
  await shown.click()
  await expect.element(dot(single)).toBeVisible()
  expect(saved).toEqual([false, true])
})

test('an account that shows no dots has its moments in the list only', async () => {
  await renderMoments({ isList: true, user: { showMomentDots: false } })
  await expect.element(page.getByRole('switch', { name: 'Punkte zeigen', exact: true })).not.toBeChecked()
  await expect.element(page.getByRole('heading', { name: 'Momente 4', exact: true })).toBeVisible()
  await expect.element(dot(single)).not.toBeInTheDocument()
})

test('when the choice to hide the dots cannot be saved, they stay, and a message is shown', async () => {
  await renderMoments({ isList: true })
  await page.getByRole('switch', { name: 'Punkte zeigen', exact: true }).click()
  await expect.element(page.getByText('Fehler beim Aktualisieren des Profils')).toBeVisible()
  await expect.element(dot(single)).toBeVisible()
})

test('a track without moments has neither dots nor a list', async () => {
  await renderMoments({ moments: [], isList: true })
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument()
  expect(page.getByRole('button').elements()).toEqual([])
})
