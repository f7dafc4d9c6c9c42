import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './build/build-service-worker.ts'
import { layerUi } from './build/layer-ui.ts'
import { namedMedia } from './build/named-media.ts'
import { refuseCyclicChunks } from './build/refuse-cyclic-chunks.ts'
import { precompress } from './build/precompress.ts'
import { prepareDocuments } from './build/prepare-documents.ts'
import { spacing } from './build/spacing.ts'

/** What our CSS needs: light-dark(), popover, @starting-style. */
const BROWSERS = ['chrome123', 'edge123', 'firefox129', 'safari17.5']

/** What the pages of letters and of a forgotten password share with the app, whose other files they do not load. */
const LETTERS =
  /[\\/](?:node_modules[\\/]zod|contract[\\/]src[\\/](?:auth|users|text|route|refusal)\.|src[\\/](?:features[\\/]auth|client[\\/](?:call|api-error)|ui[\\/]components[\\/]Notice)|icons[\\/](?:info|mail-check)\.)/
/** All but what the loader of the app needs before its first part. */
const SHARED = /^(?!.*[\\/]ui[\\/]dom[\\/]yield-to-main\.)/

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      {
        find: '../createLucideIcon.mjs',
        replacement: fileURLToPath(new URL('src/ui/dom/lucide-icon.ts', import.meta.url)),
      },
    ],
  },
  // The prepared documents have to be drawn with the same icons.
  ssr: { noExternal: ['lucide-react'] },
  css: { postcss: { plugins: [namedMedia, spacing] } },
  plugins: [
    layerUi(),
    react(),
    refuseCyclicChunks(),
    prepareDocuments(),
    buildServiceWorker(),
    precompress(),
  ],
  // As the development server sends them.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // Inlined files would be data: addresses, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          groups: [
            // The first screen in one file: nothing to wait for in turn, and it compresses best together.
            { name: 'first', tags: ['$initial'] },
            { name: 'letters', test: LETTERS, minShareCount: 2 },
            // What several pages need, together with what the same pages need: few files, and little that goes unused.
            {
              name: 'shared',
              test: SHARED,
              minShareCount: 2,
              entriesAware: true,
              // The larger, the fewer files, and the likelier that two of them import each other.
              entriesAwareMergeThreshold: 6_000,
            },
          ],
        },
      },
    },
  },
})
