import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root, settingNames } from './settings.ts'

const languages = ['en', 'de'] as const
const pages = readdirSync(root('docs/operators/en'))
const pageOf = (language: string, page: string) =>
  readFileSync(root(`docs/operators/${language}/${page}`), 'utf8')

/** The commands and options in the command line's own help text. */
let usage = ''
beforeAll(() => {
  usage = execFileSync(process.execPath, [root('server/src/cli/main.ts'), 'help'], { encoding: 'utf8' })
})

test('both languages have the same pages, with as many commands and headings', () => {
  expect(readdirSync(root('docs/operators/de'))).toEqual(pages)
  for (const page of pages) {
    const [english, german] = languages.map((language) => {
      const text = pageOf(language, page)
      return {
        headings: text.match(/^#+ /gm)?.length,
        commands: text.match(/^(?:npm|docker|systemctl|curl) /gm)?.length,
      }
    })
    expect(german, page).toEqual(english)
  }
})

test.each(languages)('the table of settings is complete (%s)', (language) => {
  const names = [...pageOf(language, 'settings.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  expect(names.toSorted()).toEqual(settingNames())
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
      for (const [command, word = '', rest = ''] of text.matchAll(/npm run archive -- ([a-z]+)([^`\n#]*)/g)) {
        expect(usage, command).toMatch(new RegExp(`npm run archive -- ${word}\\b`))
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

/** As they stand in the code that makes them. */
function metricNames(): string[] {
  const files = [
    'server/src/metrics/measure-calls.ts',
    'server/src/metrics/process-metrics.ts',
    'server/src/database/timings.ts',
    'server/src/features/operation/queues.ts',
    'server/src/maintenance/backup/nightly-backup.ts',
    'server/src/maintenance/guarded-storage.ts',
  ]
  const text = files.map((file) => readFileSync(root(file), 'utf8')).join('\n')
  return [...text.matchAll(/'(tonarchiv_[a-z_]+)'/g)].map(([, name = '']) => name)
}
