import type { OnlineUser } from '@tonarchiv/contract/presence'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { NO_PEOPLE, withStatuses } from './people.ts'
import { PeopleList } from './PeopleList.tsx'
import { usePeople } from './presence.ts'

/** Members with the names `P100`, `P101` and so on. */
function people(count: number, isOnline = false): OnlineUser[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `p${100 + index}`,
    username: `p${100 + index}`,
    displayName: `P${100 + index}`,
    photoURL: null,
    isOnline,
    isPlaying: false,
    currentTrack: null,
    customStatus: '',
  }))
}

function showPeople(users: OnlineUser[]): void {
  usePeople.setState(withStatuses(NO_PEOPLE, { users, full: true }), true)
}

const list = page.getByRole('complementary', { name: 'Benutzer', exact: true })
const person = (name: string) => list.getByRole('button', { name, exact: true })

async function renderPeople(users: OnlineUser[]): Promise<void> {
  startFakeSocket()
  showPeople(users)
  onTestFinished(() => usePeople.setState(NO_PEOPLE, true))
  await render(
    <TestApp>
      <div style={{ display: 'grid', gridTemplateRows: '100vh' }}>
        <PeopleList ownId="mila" onOpen={() => undefined} />
      </div>
    </TestApp>,
  )
}

test('of many members those in view are mounted, also after scrolling', async () => {
  await renderPeople(people(1000))
  await expect.element(person('P100')).toBeInViewport()
  await expect.element(person('P115')).toBeInViewport()
  expect(list.getByRole('listitem').all().length).toBeLessThan(60)
  list.element().scrollBy(0, 100_000)
  await expect.element(person('P1099')).toBeInViewport()
  await expect.element(person('P100')).not.toBeInTheDocument()
})

test('a list that becomes long, and a window that becomes high, are filled', async () => {
  await page.viewport(1440, 300)
  await renderPeople(people(2))
  await expect.element(person('P101')).toBeInViewport()
  showPeople(people(1000))
  await expect.element(person('P104')).toBeInViewport()
  await page.viewport(1440, 900)
  await expect.element(person('P115')).toBeInViewport()
})
