import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A document with a paragraph that names it, and with each setting that the server fills in. */
function documentOf(name: string): string {
  const settings = ['%COMMUNITY_URL%', '%MEDIA_URL%', 'redirect: %MEDIA_FOREIGN%']
  return `<title>%SITE_TITLE%</title><p>${name}</p>${settings.map((text) => `<meta content="${text}">`).join('')}`
}

/** The files that a build of the web app always has, as small as the server accepts them. */
const BUILT_FILES = {
  'login.html': documentOf('login'),
  'register.html': documentOf('register'),
  'letter.html': documentOf('letter'),
  'app.html': documentOf('app'),
  'shell.html': documentOf('shell'),
  'manifest.webmanifest': '{"name": "%SITE_TITLE%", "lang": "de"}',
  'service-worker.js': 'const revision = "%SHELL_REVISION%"',
}

/** A folder with a minimal built web app. `files` are added to it, or replace the ones of the same path. */
export async function createWebFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries({ ...BUILT_FILES, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}
