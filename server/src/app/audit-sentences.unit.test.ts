import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineFeature } from '#feature.ts'
import { features } from './features.ts'
import { describeActs } from '#features/audit-log/sentences.ts'

const sentenceOf = describeActs(features)

const album = {
  title: 'Nordlicht',
  type: 'ep',
  releaseYear: 2019,
  isExclusive: 0,
  tracks: [
    { id: 'a', title: 'Eins' },
    { id: 'b', title: 'Zwei' },
  ],
}

test('an act on an account names the account while it exists', () => {
  const act = { action: 'user.demote', target: 'x', before: undefined, after: undefined }
  expect(sentenceOf({ ...act, targetUsername: 'mara' })).toBe('Benutzer „mara“ die Admin-Rechte entzogen')
  expect(sentenceOf({ ...act, targetUsername: null })).toBe('Gelöschter Benutzer: die Admin-Rechte entzogen')
})

test('an app password that the operator has made is named with its account', () => {
  const act = { action: 'app-password.make', target: 'x', before: undefined }
  expect(sentenceOf({ ...act, targetUsername: 'mara', after: { name: 'Radio' } })).toBe(
    'Benutzer „mara“: App-Passwort „Radio“ erstellt',
  )
  expect(sentenceOf({ ...act, targetUsername: null, after: undefined })).toBe(
    'Gelöschter Benutzer: App-Passwort erstellt',
  )
})

test.each([
  ['album.add', undefined, { title: 'Nordlicht', tracks: 12 }, 'Album „Nordlicht“ hinzugefügt (12 Tracks)'],
  ['album.delete', album, undefined, 'Album „Nordlicht“ gelöscht'],
  ['album.update', album, { ...album, isExclusive: 1 }, 'Album „Nordlicht“: als Exclusive markiert'],
  [
    'album.update',
    album,
    { ...album, title: 'Südlicht', releaseYear: null, type: 'album' },
    'Album „Nordlicht“: in „Südlicht“ umbenannt, Jahr 2019 → unbekannt, Typ ep → album',
  ],
  [
    'album.update',
    album,
    { ...album, tracks: album.tracks.toReversed() },
    'Album „Nordlicht“: Tracks neu geordnet',
  ],
  [
    'album.update',
    album,
    { ...album, tracks: [album.tracks[0], { id: 'b', title: 'Drei' }] },
    'Album „Nordlicht“: Track „Zwei“ in „Drei“ umbenannt',
  ],
  [
    'album.update',
    album,
    {
      ...album,
      tracks: [
        { id: 'a', title: 'Eins.mp3' },
        { id: 'b', title: 'Drei.m4a' },
      ],
    },
    'Album „Nordlicht“: Track „Zwei“ in „Drei“ umbenannt',
  ],
  [
    'track.delete',
    { title: 'Eins.wav', album: 'Nordlicht' },
    undefined,
    'Track „Eins“ in „Nordlicht“ gelöscht',
  ],
  [
    'track.fill',
    undefined,
    { title: 'Eins.mp3', album: 'Nordlicht' },
    'Datei von Track „Eins“ in „Nordlicht“ hochgeladen',
  ],
  ['albums.order', undefined, { moved: 1, title: 'Nordlicht' }, 'Album „Nordlicht“ verschoben'],
  ['albums.order', undefined, { moved: 7 }, 'Alben neu geordnet (7 Alben verschoben)'],
  [
    'tracks.add',
    undefined,
    { album: 'Nordlicht', tracks: album.tracks },
    '2 Tracks zu Album „Nordlicht“ hinzugefügt',
  ],
  [
    'track.fill',
    {},
    { title: 'Eins', album: 'Nordlicht' },
    'Datei von Track „Eins“ in „Nordlicht“ hochgeladen',
  ],
  [
    'track.fill',
    { fileName: null },
    { title: 'Eins', album: 'Nordlicht' },
    'Datei von Track „Eins“ in „Nordlicht“ hochgeladen',
  ],
  [
    'track.fill',
    { fileName: 'a.mp3' },
    { title: 'Eins', album: 'Nordlicht' },
    'Datei von Track „Eins“ in „Nordlicht“ ersetzt',
  ],
  [
    'album.update',
    { ...album, releasedOn: '2019-05-12' },
    { ...album, releasedOn: '2019' },
    'Album „Nordlicht“: erschienen 12.05.2019 → 2019',
  ],
  [
    'album.update',
    { ...album, releasedOn: '2019-05-12' },
    { ...album, releaseYear: 2020, releasedOn: '2020' },
    'Album „Nordlicht“: Jahr 2019 → 2020',
  ],
  ['track.delete', { title: 'Eins', album: 'Nordlicht' }, undefined, 'Track „Eins“ in „Nordlicht“ gelöscht'],
  ['access-key.make', undefined, { key: 'AA-BBBB-CCCC' }, 'Zugangsschlüssel AA-BBBB-CCCC generiert'],
  ['access-key.withdraw', undefined, undefined, 'Zugangsschlüssel zurückgezogen'],
  ['album.sync', undefined, { title: 'Nordlicht' }, 'Album „Nordlicht“ mit seinen Dateien abgeglichen'],
  ['album.cover', 'alt', 'neu', 'Cover von Album geändert'],
  [
    'album.cover',
    { coverName: 'a', sizeBytes: 81_920 },
    { coverName: 'b', title: 'Nordlicht', sizeBytes: 1_300_000 },
    'Cover von Album „Nordlicht“ geändert: 80 KB → 1,2 MB',
  ],
  [
    'track.fill',
    { fileName: 'a.flac', format: 'flac', durationSeconds: 185, sizeBytes: 25_000_000, further: ['mp3'] },
    { title: 'Eins', album: 'Nordlicht', format: 'mp3', durationSeconds: 59.6, sizeBytes: 999 },
    'Datei von Track „Eins“ in „Nordlicht“ ersetzt: FLAC, 3:05, 23,8 MB → MP3, 1:00, 999 Bytes, weitere Dateien der alten Aufnahme entfernt: MP3',
  ],
  [
    'album.update',
    { ...album, notes: 'Kurz.', credits: [{ role: 'Bass', names: ['Ada', 'Bo'] }] },
    { ...album, notes: `Lang${'e'.repeat(300)}.`, credits: [] },
    `Album „Nordlicht“: Notizen „Kurz.“ → „Lang${'e'.repeat(116)}…“, Mitwirkende „Bass: Ada, Bo“ → leer`,
  ],
  [
    'artist.update',
    { name: 'Die Ärzte', sortName: 'Ärzte, Die' },
    { name: 'Die Ärzte', sortName: 'Aerzte' },
    'Künstler „Die Ärzte“: Sortiername „Ärzte, Die“ → „Aerzte“',
  ],
  [
    'artist.update',
    { name: 'Bo', sortName: 'Bo' },
    { name: 'Bo', sortName: 'Bo' },
    'Künstler „Bo“: gespeichert',
  ],
  ['etwas.neues', undefined, undefined, 'etwas.neues'],
])('%s reads in German', (action, before, after, sentence) => {
  expect(sentenceOf({ action, target: 'x', before, after })).toBe(sentence)
})

test('every recorded act has exactly one sentence', () => {
  const source = join(import.meta.dirname, '..')
  const actions = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', 'testing/**'] }).flatMap(
    (name) => {
      const text = readFileSync(join(source, name), 'utf8')
      if (!text.includes('recordAuditEvent(')) return []
      return [...text.matchAll(/'((?:[a-z-]+\.[a-z-]+)|refused)'/g)].map(([, action = '']) => action)
    },
  )
  expect(actions).toEqual(
    expect.arrayContaining(['album.add', 'user.make-admin', 'user.take-key', 'refused']),
  )
  const unknown = actions.filter(
    (action) => sentenceOf({ action, target: 'x', before: undefined, after: undefined }) === action,
  )
  expect(unknown).toEqual([])
  const again = defineFeature({ name: 'again', auditSentences: { 'album.add': () => '' } })
  expect(() => describeActs([...features, again])).toThrow('The act album.add has a second sentence in again')
})
