import { getProfile } from '@tonarchiv/contract/users'
import { afterEach, expect, test } from 'vitest'
import { reportConnected } from '#client/connection.ts'
import { setStored } from '#client/browser-storage.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { aUser } from '../../../testing/sign-in.ts'
import { forgetKeptUser, keptUser } from './kept-user.ts'
import { refreshUser, startSession } from './session-lifecycle.ts'
import { currentUser, signIn, useSession } from './session.ts'

let stop: (() => void) | undefined

afterEach(async () => {
  stop?.()
  setStored('authToken', undefined)
  // Ends the retries of the read in progress: without a session, the account is not read again.
  dispatchEvent(new Event('online'))
  await refreshUser()
  useSession.setState({ status: 'anonymous' }, true)
  reportConnected()
})

/** Simulates that the page is reloaded with the stored session. */
function reopen() {
  stop?.()
  useSession.setState({ status: 'loading' }, true)
  stop = startSession()
}

test('a member who has logged in here opens the app again without a server', async () => {
  startFakeServer()
  const mila = aUser()
  signIn({ token: 'a-token-of-this-session', user: mila })
  stop = startSession()
  reopen()
  await expect.poll(currentUser).toEqual(mila)
})

test('another session, or a logout, does not open with it', async () => {
  startFakeServer()
  signIn({ token: 'a-token-of-this-session', user: aUser() })
  stop = startSession()
  expect(keptUser()).toEqual(aUser())
  setStored('authToken', 'the-token-of-another-one')
  expect(keptUser()).toBeUndefined()
  setStored('authToken', 'a-token-of-this-session')
  forgetKeptUser()
  expect(keptUser()).toBeUndefined()
})

test('what the server says of the account takes its place', async () => {
  const server = startFakeServer()
  signIn({ token: 'a-token-of-this-session', user: aUser() })
  const later = aUser({ displayName: 'Mila', keyVerified: false })
  server.on(getProfile, () => ({ user: later }))
  reopen()
  await expect.poll(keptUser).toEqual(later)
})
