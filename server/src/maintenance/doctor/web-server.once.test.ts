import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findNginx, nginxSettings } from '#testing/nginx-program.ts'

const run = promisify(execFile)
const NGINX_UID = 65_534
const GROUP = 65_533
/**
 * Options of `unshare`. The processes and mounts of the test are separate from the system's and end with its first
 * process.
 */
const OWN_PROCESSES = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const FILE = 'media/tracks/ab/cd/abcd'

/** A data folder with a stored file. The group of the folder may enter it. */
function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-accel-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'media/tracks/ab/cd'), { recursive: true })
  writeFileSync(join(folder, FILE), 'Musik')
  for (const [path, mode] of [
    ['', 0o710],
    ['media', 0o750],
    ['media/tracks', 0o750],
    ['media/tracks/ab', 0o750],
    ['media/tracks/ab/cd', 0o750],
    [FILE, 0o640],
  ] as const) {
    chmodSync(join(folder, path), mode)
    chownSync(join(folder, path), 0, GROUP)
  }
  return folder
}

/** The doctor's finding about an nginx that runs as this account. The doctor sees no other processes. */
async function findingBeside(dataFolder: string, groups: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chownSync(folder, NGINX_UID, NGINX_UID)
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, nginxSettings(folder, '', { errors: 'stderr crit' }))
  // nginx must be able to read the file, even if an earlier test has changed the umask of this process.
  chmodSync(settings, 0o644)
  const script = `
    setpriv --reuid=${NGINX_UID} --regid=${NGINX_UID} ${groups} ${findNginx()} -p ${folder} -e stderr -c ${settings} &
    nginx=$!
    until grep --quiet --no-messages nginx /proc/[0-9]*/comm; do kill -0 $nginx || exit 1; sleep 0.02; done
    ${process.execPath} ${join(import.meta.dirname, '../../cli/main.ts')} doctor || true`
  const { stdout } = await run('unshare', [...OWN_PROCESSES, 'sh', '-c', script], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataFolder, MEDIA_DELIVERY: 'accel' },
    timeout: 50_000,
  })
  return /^. nginx .*(?:\n {17}.*)*/m.exec(stdout)?.[0] ?? stdout
}

test('the doctor reports whether nginx may read the media, and the line that lets it', async ({ skip }) => {
  try {
    await run('unshare', [...OWN_PROCESSES, 'true'])
  } catch {
    skip('another account for nginx needs root, and processes of its own')
  }
  // Each doctor has its own folder, because a doctor makes missing folders of the media, private for a moment.
  const open = sharedFolder()
  const folder = sharedFolder()
  const closed = sharedFolder()
  chmodSync(join(closed, FILE), 0o600)
  const [member, outsider, unreadable] = await Promise.all([
    findingBeside(open, `--groups=${GROUP}`),
    findingBeside(folder, '--clear-groups'),
    findingBeside(closed, `--groups=${GROUP}`),
  ])
  expect(member).toBe('✓ nginx          nginx may read the media')
  expect(outsider).toBe(
    `✗ nginx          nginx (nobody) may not enter ${folder}\n${' '.repeat(17)}→ usermod --append --groups ${GROUP} nobody && systemctl restart nginx`,
  )
  expect(unreadable).toBe(
    `✗ nginx          nginx (nobody) may not read ${join(closed, FILE)}\n${' '.repeat(17)}→ chmod --recursive g+rX ${join(closed, 'media')}`,
  )
})
