import { runTool } from './run-tool.ts'

/** Runs the tests with third-party players; words after `npm run test:clients --` choose files by name. */
const config = ['--config', 'server/clients.vitest.config.ts']
process.exit(await runTool('vitest', ['run', ...config, ...process.argv.slice(2)]))
