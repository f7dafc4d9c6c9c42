import { runTool } from './run-tool.ts'
import { withSoundDevice } from './sound-device.ts'

/** Runs the main journeys in Firefox and one in WebKit; words after `npm run test:engines --` choose files by name. */
const projects = ['--project=firefox', '--project=webkit']
// Two of these browsers at once are too slow on a small machine.
const parameters = ['test', ...projects, '--workers=1', ...process.argv.slice(2)]
process.exit(await withSoundDevice((address) => runTool('playwright', parameters, { PULSE_SERVER: address })))
