import { runTool } from './run-tool.ts'

/**
 * Runs the tests that need neither a database nor a server: contract, pure logic of server and browser, components.
 * With `--watch` it keeps running and repeats the tests that a change affects. Other words choose test files by name.
 */
const given = process.argv.slice(2)
const chosen = given.filter((word) => word !== '--watch')
const projects = ['contract', 'server units', 'web', 'web components'].map((name) => `--project=${name}`)

process.exitCode = await runTool('vitest', [
  given.includes('--watch') ? 'watch' : 'run',
  ...projects,
  ...chosen,
])
