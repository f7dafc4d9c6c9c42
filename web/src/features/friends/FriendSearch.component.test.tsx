import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loseConnection } from '../../testing/lose-connection.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { FriendSearch } from './FriendSearch.tsx'

test('without a connection members cannot be searched for', async () => {
  await render(
    <TestApp>
      <FriendSearch place="bar" />
    </TestApp>,
  )
  const field = page.getByRole('searchbox', { name: 'Freunde suchen', exact: true })
  await expect.element(field).toBeEnabled()
  loseConnection()
  await expect.element(field).toBeDisabled()
})
