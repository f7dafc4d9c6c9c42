import { runTool } from './run-tool.ts'

/** What holds the house's rules: format, types, imports, references, words, styles, lint, unused code. Stops at the first that fails. */
const steps: readonly (readonly [name: string, tool: string, ...parameters: string[]])[] = [
  ['packages', 'node', 'scripts/check-packages.ts'],
  ['format', 'oxfmt', '--check', '.'],
  ['types of the contract', 'tsc', '-p', 'contract'],
  ['types of the server', 'tsc', '-p', 'server'],
  ['types of the web app', 'tsc', '-p', 'web'],
  ['types of tools and journeys', 'tsc', '-p', '.'],
  ['imports', 'node', 'scripts/check-imports.ts'],
  ['references', 'node', 'scripts/check-references.ts'],
  ['words', 'node', 'scripts/check-words.ts'],
  ['styles', 'node', 'scripts/check-styles.ts'],
  ['entity diagram', 'node', 'scripts/draw-schema.ts', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ['unused code', 'knip'],
]

for (const [name, tool, ...parameters] of steps) {
  console.log(`— ${name}`)
  const code = await runTool(tool, parameters)
  if (code !== 0) {
    console.error(`The check "${name}" failed.`)
    process.exit(code)
  }
}
