import { getPublicProfile, type OnlineUser, type PublicProfile } from '@tonarchiv/contract/presence'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { NO_PEOPLE, withStatuses } from './people.ts'
import { usePeople } from './presence.ts'
import { closeProfile, openProfile } from './profile-dialog.ts'
import { ProfileDialog } from './ProfileDialog.tsx'

const profile: PublicProfile = {
  id: 'mila',
  username: 'mila_k',
  displayName: 'Mila Kramer',
  bio: '',
  avatarUrl: null,
  customStatus: '',
  createdAt: '2024-11-02T10:00:00',
  isOnline: true,
  isPlaying: true,
  currentTrack: null,
  last_played_track: null,
  last_played_artist: null,
  last_played_at: null,
}

async function open(currentTrack: PublicProfile['currentTrack'], more: Partial<PublicProfile> = {}) {
  startFakeSocket()
  startFakeServer().on(getPublicProfile, () => ({ user: { ...profile, currentTrack, ...more } }))
  const { id, username, displayName, isOnline, isPlaying, customStatus } = profile
  const person: OnlineUser = {
    id,
    username,
    displayName,
    photoURL: null,
    isOnline,
    isPlaying,
    currentTrack,
    customStatus,
  }
  usePeople.setState(withStatuses(NO_PEOPLE, { users: [person], full: true }), true)
  await render(
    <TestApp>
      <ProfileDialog
        // The same width as the cards of tracks.
        card={(trackId) => <p style={{ width: '27rem', maxWidth: '100%' }}>Karte von {trackId}</p>}
        actions={({ id: of }) => <p>Taten für {of}</p>}
      />
    </TestApp>,
  )
  openProfile('mila')
  await expect.element(page.getByText('@mila_k', { exact: true })).toBeVisible()
}

afterEach(closeProfile)

test('what a member hears is a card that plays it', async () => {
  await open({ id: 't1', title: 'Rohentwurf 4', artist: 'Rohfassungen' })
  await expect.element(page.getByText('Karte von t1', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Taten für mila', { exact: true })).toBeVisible()
  await expectAccessible()
})

test('a track that is not in the archive is only named', async () => {
  await open({ id: null, title: 'Rohentwurf 4', artist: 'Rohfassungen' })
  await expect.element(page.getByText('Rohentwurf 4', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Karte/)).not.toBeInTheDocument()
})

test('admins are marked', async () => {
  await open(null, { isAdmin: true })
  await expect.element(page.getByText('Admin', { exact: true })).toBeVisible()
})

test.each([390, 320])('at %i px nothing of a profile is cut off', async (width) => {
  await page.viewport(width, 844)
  await open(
    { id: 't1', title: 'Rohentwurf 4', artist: 'Rohfassungen' },
    { bio: 'Sammelt B-Seiten und falsche Enden. Meistens nachts hier.' },
  )
  const { right } = page.getByRole('dialog').element().getBoundingClientRect()
  for (const text of [/^Karte/, /^Sammelt B-Seiten/])
    await expect
      .poll(() => page.getByText(text).element().getBoundingClientRect().right)
      .toBeLessThanOrEqual(right)
})
