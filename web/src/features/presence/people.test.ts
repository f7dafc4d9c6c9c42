import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import { describe, expect, test } from 'vitest'
import { activityOf, distinctName, NO_PEOPLE, withProfile, withStatuses } from './people.ts'

function someone(id: string, more: Partial<OnlineUser> = {}): OnlineUser {
  return {
    id,
    username: id,
    displayName: id,
    photoURL: null,
    isOnline: true,
    isPlaying: false,
    currentTrack: null,
    customStatus: '',
    ...more,
  }
}

const names = (users: readonly OnlineUser[]) => users.map(({ displayName }) => displayName)

describe('the list of members', () => {
  test('is sorted by name, online members first', () => {
    const people = withStatuses(NO_PEOPLE, {
      full: true,
      users: [
        someone('1', { displayName: 'Zoe' }),
        someone('2', { displayName: 'Ägidius' }),
        someone('3', { displayName: 'mila', isOnline: false }),
        someone('4', { displayName: 'Bert' }),
      ],
    })
    expect(names(people.online)).toEqual(['Ägidius', 'Bert', 'Zoe'])
    expect(names(people.offline)).toEqual(['mila'])
    expect(people.isKnown).toBe(true)
  })

  test('applies changes and keeps all others', () => {
    const before = withStatuses(NO_PEOPLE, { full: true, users: [someone('a'), someone('b')] })
    const after = withStatuses(before, { users: [someone('b', { isOnline: false }), someone('c')] })
    expect(names(after.online)).toEqual(['a', 'c'])
    expect(names(after.offline)).toEqual(['b'])
    expect(after.byId.get('a')).toBe(before.byId.get('a'))
  })

  test('a full message removes members that it does not contain; a long one is sent in parts', () => {
    const before = withStatuses(NO_PEOPLE, { full: true, users: [someone('old')] })
    const first = withStatuses(before, { full: true, users: [someone('a')] })
    expect(names(withStatuses(first, { users: [someone('b')] }).online)).toEqual(['a', 'b'])
  })

  test('a new name changes the position, a deleted account is removed, an unknown id changes nothing', () => {
    const people = withStatuses(NO_PEOPLE, { full: true, users: [someone('a'), someone('b')] })
    const renamed = withProfile(
      people,
      { id: 'a', username: 'zora', displayName: 'Zora', photoURL: null },
      false,
    )
    expect(names(renamed.online)).toEqual(['b', 'Zora'])
    const person = { id: 'a', username: '', displayName: 'Gelöschter Benutzer', photoURL: null }
    expect(names(withProfile(people, person, true).online)).toEqual(['b'])
    expect(withProfile(people, { ...person, id: 'x' }, false)).toBe(people)
  })
})

test.each([
  [{ displayName: 'Mila Kramer', username: 'mila_k' }, 'Mila Kramer'],
  [{ displayName: '', username: 'mila_k' }, 'mila_k'],
  [{ displayName: '', username: '' }, 'Unbekannt'],
])('%j is called %s', (person, name) => {
  expect(shownName(person)).toBe(name)
})

const track = { id: 't', title: 'Rohentwurf 4', artist: 'Rohfassungen' }

test.each([
  ['plays', { currentTrack: track, isPlaying: true, customStatus: 'Hört Rohentwurf 4' }, 'Rohentwurf 4'],
  ['has paused', { currentTrack: track, customStatus: 'Sucht B-Seiten' }, 'Rohentwurf 4'],
  [
    'plays a file without a name of its own',
    { currentTrack: { ...track, title: 'Rohentwurf 4.mp3' }, isPlaying: true },
    'Rohentwurf 4',
  ],
  ['only looks around', { customStatus: 'Im Archiv' }, 'Im Archiv'],
  ['says nothing', {}, undefined],
  ['is away', { isOnline: false, currentTrack: track, customStatus: 'Sucht B-Seiten' }, 'Sucht B-Seiten'],
])('below the name of a member who %s', (_who, more, expected) => {
  const activity = activityOf(someone('a', more))
  expect(activity?.kind === 'track' ? activity.title : activity?.text).toBe(expected)
})

test('a name that two members have is shown with the username', () => {
  const twins = [
    { ...someone('a'), username: 'mila_k', displayName: 'Mila' },
    { ...someone('b'), username: 'mila2', displayName: 'mila' },
    { ...someone('c'), username: 'okan_s', displayName: 'Okan' },
  ]
  const people = withStatuses(NO_PEOPLE, { users: twins, full: true })
  expect(twins.map((person) => distinctName(person, people))).toEqual([
    'Mila (@mila_k)',
    'mila (@mila2)',
    'Okan',
  ])
})
