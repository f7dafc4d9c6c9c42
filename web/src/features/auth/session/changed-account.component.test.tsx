import { getProfile } from '@tonarchiv/contract/users'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { setStored } from '#client/browser-storage.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { aUser } from '../../../testing/sign-in.ts'
import { refreshUser } from './session-lifecycle.ts'
import { currentUser, endSession, onSignedOut, signIn } from './session.ts'

afterEach(() => {
  endSession()
  setStored('authToken', undefined)
})

test('when another tab has changed the account, the data of the earlier one are removed first', async () => {
  const server = startFakeServer()
  signIn({ token: 'of-mila', user: aUser() })
  const ends: (string | undefined)[] = []
  onTestFinished(onSignedOut(() => ends.push(currentUser()?.id)))
  setStored('authToken', 'of-okan')
  server.on(getProfile, () => ({ user: aUser({ id: 'okan' }) }))
  await refreshUser()
  expect(currentUser()?.id).toBe('okan')
  expect(ends).toEqual([undefined])
  server.on(getProfile, () => ({ user: aUser({ id: 'okan', displayName: 'Okan' }) }))
  await refreshUser()
  expect(ends).toHaveLength(1)
})
