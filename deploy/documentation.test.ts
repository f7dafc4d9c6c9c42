import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root, settingNames } from './settings.ts'

const languages = ['en', 'de'] as const
const pages = readdirSync(root('docs/operators/en'))
const pageOf = (language: string, page: string) =>
  readFileSync(root(`docs/operators/${language}/${page}`), 'utf8')

/** Matches a call of the command line: the name of a command and its parameters. */
const COMMAND = /(?:^|`(?:sudo )?|exec archive )tonarchiv ([a-z]+)([^`\n#]*)/gm

/** The help text of the command line, with all commands and options. */
let usage = ''
beforeAll(() => {
  usage = execFileSync(root('deploy/tonarchiv'), ['help'], {
    encoding: 'utf8',
    env: { ...process.env, TONARCHIV_NODE: process.execPath },
  })
})

/** Placeholders in the pages that readers replace by their own values, in both languages. */
const PLACEHOLDERS: readonly (readonly [german: RegExp, english: string])[] = [
  [/\bADRESSE\b/g, 'ADDRESS'],
  [/\bpasswort\b/g, 'password'],
  [/\bordner\b/g, 'folder'],
]

/** The code blocks of a page without their comments, which are translated. */
function codeBlocks(language: string, page: string): string[] {
  const blocks = [...pageOf(language, page).matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, code = '']) =>
    code.replaceAll(/(?:^|\s+)# .*$/gm, ''),
  )
  return blocks.map((code) =>
    PLACEHOLDERS.reduce((text, [german, english]) => text.replaceAll(german, english), code),
  )
}

test('both languages have the same pages, with the same code and as many headings', () => {
  expect(readdirSync(root('docs/operators/de'))).toEqual(pages)
  for (const page of pages) {
    const [english, german] = languages.map((language) => ({
      headings: pageOf(language, page).match(/^#+ /gm)?.length,
      code: codeBlocks(language, page),
    }))
    expect(german, page).toEqual(english)
  }
})

test('no setting on a page has a comment behind its value, which a service would take for a part of it', () => {
  for (const text of [
    ...languages.flatMap((language) => pages.map((page) => pageOf(language, page))),
    readFileSync(root('.env.example'), 'utf8'),
    readFileSync(root('deploy/tonarchiv.service'), 'utf8'),
  ])
    expect(/^#?[A-Z][A-Z0-9_]*=.*[ \t]#.*$/m.exec(text)?.[0]).toBeUndefined()
})

test.each(languages)('the table of settings is complete (%s)', (language) => {
  const names = [...pageOf(language, 'settings.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  expect(names.toSorted()).toEqual(settingNames())
})

test('the table of settings in the README is complete, and each is read by the server', () => {
  const [, table = ''] = /^## Settings\n([^]*?)^## /m.exec(readFileSync(root('README.md'), 'utf8')) ?? []
  const names = [...table.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').map((name) => name.replaceAll('`', '')),
  )
  expect(names.toSorted()).toEqual(settingNames())
  const readers = ['server/src/config.ts', 'server/src/storage/storage-choice.ts']
  const code = readers.map((path) => readFileSync(root(path), 'utf8')).join('\n')
  for (const name of settingNames()) expect(code).toContain(`'${name}'`)
})

test('the example of a settings file names every setting', () => {
  const names = [...readFileSync(root('.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(names)].toSorted()).toEqual(settingNames())
})

test.each(languages)(
  'every command, option, link and metric that is written down exists (%s)',
  (language) => {
    const options = new Set(['--password', '--keep-days', ...(usage.match(/--[a-z-]+/g) ?? [])])
    for (const page of pages) {
      const text = pageOf(language, page)
      for (const [command, word = '', rest = ''] of text.matchAll(COMMAND)) {
        expect(usage, command).toMatch(new RegExp(`^  tonarchiv ${word}\\b`, 'm'))
        for (const option of rest.match(/--[a-z-]+/g) ?? []) expect([...options], command).toContain(option)
      }
      for (const [, script = ''] of text.matchAll(/\bnpm (?:run )?(start|build|test|demo)\b/g))
        expect(readFileSync(root('package.json'), 'utf8')).toContain(`"${script}": `)
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
        expect(existsSync(join(dirname(root(`docs/operators/${language}/${page}`)), target)), target).toBe(
          true,
        )
      for (const [file] of text.matchAll(/\bdeploy\/[a-z.]+\.(?:yaml|conf|service)\b/g))
        expect(existsSync(root(file)), file).toBe(true)
      for (const [, name = ''] of text.matchAll(/`(tonarchiv_[a-z_]+)/g))
        expect(metricNames()).toContain(name)
    }
  },
)

/** The names of metrics in the code that creates them. */
function metricNames(): string[] {
  const files = [
    'server/src/metrics/measure-calls.ts',
    'server/src/metrics/process-metrics.ts',
    'server/src/database/timings.ts',
    'server/src/features/operation/queues.ts',
    'server/src/maintenance/backup/nightly-backup.ts',
    'server/src/maintenance/guarded-storage.ts',
    'server/src/maintenance/backup/rehearsal/scheduled-rehearsal.ts',
  ]
  const text = files.map((file) => readFileSync(root(file), 'utf8')).join('\n')
  return [...text.matchAll(/'(tonarchiv_[a-z_]+)'/g)].map(([, name = '']) => name)
}
