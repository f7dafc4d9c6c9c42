import { PEOPLE_MAX } from '@tonarchiv/contract/presence'
import { expect, test } from 'vitest'
import type { Profile } from './directory.ts'
import { createSentPeople } from './sent-people.ts'
import { viewOf } from './view.ts'

function profile(index: number, isAdmin: boolean): Profile {
  const id = `member-${String(index).padStart(5, '0')}`
  const shown = {
    ownStatus: '',
    showListening: true,
    letsFriendsListen: false,
    seesTracks: true,
    hasArchiveAccess: true,
    photoURL: null,
  }
  return { id, username: id, displayName: '', isAdmin, ...shown }
}

test('of more members than the list holds, admins who are offline are listed', () => {
  const members = new Map(
    Array.from({ length: PEOPLE_MAX + 10 }, (_, index) => profile(index, index === PEOPLE_MAX + 5)).map(
      (each) => [each.id, each] as const,
    ),
  )
  const directory = {
    all: () => members,
    get: (id: string) => members.get(id),
    fresh: async () => members,
    reload: async (id: string) => members.get(id),
    renew: async () => ({ changed: [], gone: [] }),
    forget: () => undefined,
  }
  const sent = createSentPeople(directory, (each, hasAccess) => viewOf(each, undefined, hasAccess))
  const text = sent.snapshot(true, new Set()).frames.map(String).join('')
  expect(text.match(/"isAdmin":true/g)).toHaveLength(1)
  expect(text.match(/"username":/g)).toHaveLength(PEOPLE_MAX)
})
