import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './build/build-service-worker.ts'
import { layerUi } from './build/layer-ui.ts'
import { precompress } from './build/precompress.ts'
import { prepareDocuments } from './build/prepare-documents.ts'

/** What our CSS needs: light-dark(), popover, @starting-style. */
const BROWSERS = ['chrome123', 'edge123', 'firefox129', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      {
        find: '../createLucideIcon.mjs',
        replacement: fileURLToPath(new URL('src/ui/lucide-icon.ts', import.meta.url)),
      },
    ],
  },
  // The prepared documents have to be drawn with the same icons.
  ssr: { noExternal: ['lucide-react'] },
  plugins: [layerUi(), react(), prepareDocuments(), buildServiceWorker(), precompress()],
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
        // The first screen in one file: nothing to wait for in turn, and it compresses best together.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})
