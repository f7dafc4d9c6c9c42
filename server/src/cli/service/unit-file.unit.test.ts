import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assignmentsIn, readUnit, variablesIn } from './unit-file.ts'

/** Makes folders that contain these unit files. */
function unitFolders(...folders: Record<string, string>[]): string[] {
  const top = mkdtempSync(join(tmpdir(), 'tonarchiv-units-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  return folders.map((files, index) => {
    const folder = join(top, String(index))
    mkdirSync(join(folder, 'a.service.d'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  })
}

test('the first unit of a name counts, with the drop-ins of all folders behind it', () => {
  const folders = unitFolders(
    { 'a.service.d/20-user.conf': '[Service]\nUser=mara\n' },
    {
      'a.service':
        '[Unit]\nUser=nobody\n[Service]\n# User=root\nUser = archiv\nExecStart=/bin/one \\\n  two\nEnvironment=A=1\n',
      'a.service.d/10-more.conf': '[Service]\nUser=bert\nEnvironment=B=2\n',
    },
    { 'a.service': '[Service]\nUser=root\n' },
  )
  const section = readUnit('a.service', folders)
  expect(section?.get('User')).toEqual(['archiv', 'bert', 'mara'])
  expect(section?.get('ExecStart')).toEqual(['/bin/one    two'])
  expect(section?.get('Environment')).toEqual(['A=1', 'B=2'])
  expect(readUnit('b.service', folders)).toBeUndefined()
})

test('an empty assignment takes back those before it', () => {
  const folders = unitFolders({
    'a.service': '[Service]\nEnvironment=A=1\nEnvironmentFile=/etc/a\n',
    'a.service.d/override.conf': '[Service]\nEnvironment=\nEnvironment=B=2\nEnvironmentFile=\n',
  })
  const section = readUnit('a.service', folders)
  expect(section?.get('Environment')).toEqual(['B=2'])
  expect(section?.get('EnvironmentFile')).toEqual([])
})

test('assignments in one line are separated by spaces and may be quoted', () => {
  expect(assignmentsIn(`A=1 "B=two words" C='drei' D="a \\"b\\"" E= F=x\\ y`)).toEqual({
    A: '1',
    B: 'two words',
    C: 'drei',
    D: 'a "b"',
    E: '',
    F: 'x y',
  })
})

test('a settings file has a variable in each line, and what is behind a value belongs to it', () => {
  const text = [
    '# comment',
    '; comment',
    '',
    'A=1',
    'B = zwei Wörter  ',
    'C="in quotes # no comment"',
    "D='einfach'",
    'E=/var/backups   # a mistake',
    'F=postgres://a:b=c@d/e?f=g',
    'no assignment',
    'G=one\\',
    'two',
  ].join('\n')
  expect(variablesIn(text)).toEqual({
    A: '1',
    B: 'zwei Wörter',
    C: 'in quotes # no comment',
    D: 'einfach',
    E: '/var/backups   # a mistake',
    F: 'postgres://a:b=c@d/e?f=g',
    G: 'onetwo',
  })
})
