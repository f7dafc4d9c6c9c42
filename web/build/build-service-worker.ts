import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** Builds src/service-worker.ts into one file at the root, because the scope of a worker is its folder. */
export function buildServiceWorker(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'build-service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          build: {
            outDir: config.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: config.build.target,
            rolldownOptions: {
              input: join(config.root, 'src/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}
