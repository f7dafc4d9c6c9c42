import type { User } from '@tonarchiv/contract/users'
import { setStored } from '#client/browser-storage.ts'
import { useSession } from '#features/auth/index.ts'

/** An account, for tests. */
export function aUser(more: Partial<User> = {}): User {
  return {
    id: 'mila',
    uid: 'mila',
    email: 'mila@example.org',
    username: 'mila_k',
    displayName: 'Mila Kramer',
    bio: '',
    avatarUrl: null,
    customStatus: '',
    showListening: true,
    letsFriendsListen: false,
    showReadMarks: true,
    showMomentDots: true,
    isAdmin: false,
    emailVerified: true,
    keyVerified: true,
    createdAt: '2026-01-10T12:00:00.000Z',
    usernameChangeableAt: null,
    ...more,
  }
}

/** Signs this account in. */
export function signInAs(user: User): User {
  setStored('authToken', 'token')
  useSession.setState({ status: 'signedIn', user }, true)
  return user
}
