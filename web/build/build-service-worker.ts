import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/**
 * A file of the release as Workbox expects it. The revision is null when the file name contains a hash of the content.
 */
interface ShellFile {
  url: string
  revision: string | null
}

/** The document that the server renders. The server replaces the marker in the worker with a hash of the documents. */
const SHELL_DOCUMENT: ShellFile = { url: '/shell', revision: '%SHELL_REVISION%' }
/** Files at the root that the app shows or runs. */
const ROOT_FILE =
  /^(?:theme\.js|favicon\.ico|logo(?:-playing)?\.svg|default-.+|icon-192\.png|touch-icon\.png)$/
const COMPRESSED = /\.(?:br|gz|map)$/

/**
 * Builds src/service-worker/service-worker.ts into one file at the root, because the scope of a worker is its folder,
 * with the list of all files of the release.
 */
export function buildServiceWorker(): Plugin {
  let config: ResolvedConfig
  let isWritten = false
  return {
    name: 'build-service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // A build that has failed reports its own error.
        if (!isWritten) return
        await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          define: {
            'process.env.NODE_ENV': JSON.stringify('production'),
            SHELL_FILES: JSON.stringify(await shellFiles(join(config.root, config.build.outDir))),
          },
          build: {
            outDir: config.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: config.build.target,
            rolldownOptions: {
              input: join(config.root, 'src/service-worker/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}

async function shellFiles(folder: string): Promise<ShellFile[]> {
  const assets = (await readdir(join(folder, 'assets'))).filter((name) => !COMPRESSED.test(name))
  const rootFiles = (await readdir(folder)).filter((name) => ROOT_FILE.test(name) && !COMPRESSED.test(name))
  return [
    SHELL_DOCUMENT,
    ...assets.sort().map((name) => ({ url: `/assets/${name}`, revision: null })),
    ...(await Promise.all(
      rootFiles.sort().map(async (name) => {
        const hash = createHash('sha256').update(await readFile(join(folder, name)))
        return { url: `/${name}`, revision: hash.digest('hex').slice(0, 16) }
      }),
    )),
  ]
}
