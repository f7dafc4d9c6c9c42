import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './build/build-service-worker.ts'
import { layerUi } from './build/layer-ui.ts'
import { namedMedia } from './build/named-media.ts'
import { scopedName } from './build/scoped-name.ts'
import { refuseCyclicChunks } from './build/refuse-cyclic-chunks.ts'
import { precompress } from './build/precompress.ts'
import { prepareDocuments } from './build/prepare-documents.ts'
import { slimIcons } from './build/slim-icons.ts'
import { spacing } from './build/spacing.ts'

/** The oldest browsers with the CSS features in use: light-dark(), popover, @starting-style. */
const BROWSERS = ['chrome123', 'edge123', 'firefox129', 'safari17.5']

/**
 * Modules that the pages of email links and of forgotten passwords share with the app; they load nothing else
 * of it.
 */
const LETTERS =
  /[\\/](?:node_modules[\\/]zod|contract[\\/]src[\\/](?:auth|factors|users|text|route|refusal)\.|src[\\/](?:features[\\/]auth|client[\\/](?:call|api-error)|ui[\\/]components[\\/](?:content[\\/]Notice|fields[\\/]CodeField))|icons[\\/](?:info|mail-check|user-round-key|life-buoy|smartphone|timer|chevron-right)\.)/
/** Buttons, queue and menus of the player. */
const PLAYER = /[\\/]features[\\/]player[\\/](?:ui|queue|devices|track-menu)[\\/]/
/** The part of the offline copies that pages do not need for rendering. */
const COPIES = /[\\/]features[\\/]offline-copies[\\/](?:engine|answers)[\\/]/
/** The row above lists that can be searched. */
const LIST_TOOLS = /[\\/]ui[\\/]components[\\/]content[\\/]ListTools\./
/** Modules below the components: schemas, calls and packages. */
const BASE = /[\\/](?:contract|node_modules|web[\\/]src[\\/]client)[\\/]/
/** Components and hooks without knowledge of music, except for the module that SHARED leaves out. */
const UI = /[\\/]web[\\/]src[\\/]ui[\\/](?!dom[\\/]yield-to-main\.)/
/** All modules except for the one that the app's loader needs first. */
const SHARED = /^(?!.*[\\/]ui[\\/]dom[\\/]yield-to-main\.)/

/**
 * The number of pages and dialogs from which a module counts as used nearly everywhere. A smaller number means fewer
 * files, but more code that a page does not need.
 */
const NEARLY_ALL = 6

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
  // The pre-rendered documents must use the same icons.
  ssr: { noExternal: ['lucide-react'] },
  css: { postcss: { plugins: [namedMedia, spacing] }, modules: { generateScopedName: scopedName } },
  plugins: [
    layerUi(),
    slimIcons(),
    react(),
    refuseCyclicChunks(),
    prepareDocuments(),
    buildServiceWorker(),
    precompress(),
  ],
  // Module workers, as in the development server.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // Inlined files would be data: URLs, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          groups: [
            // The first screen is one file: no sequential requests, and the best compression.
            { name: 'first', tags: ['$initial'] },
            { name: 'letters', test: LETTERS, minShareCount: 2 },
            // Modules that the player bar shares with the large player, the queue and the menus are loaded with the
            // bar.
            { name: 'player', test: PLAYER, minShareCount: 2 },
            // Loaded when the page is idle, or without a connection.
            { name: 'copies', test: COPIES, includeDependenciesRecursively: false },
            // What nearly all pages use is three files, because each request costs the browser and the server processor
            // time. One file would run as a single long task when the first of its modules is imported.
            { name: 'base', test: BASE, minShareCount: NEARLY_ALL },
            { name: 'ui', test: UI, minShareCount: NEARLY_ALL },
            { name: 'common', test: SHARED, minShareCount: NEARLY_ALL },
            // Merged with the bar of selected tracks, which imports the favorites, it would make a cycle with them.
            { name: 'list-tools', test: LIST_TOOLS, minShareCount: 2, includeDependenciesRecursively: false },
            // Modules that several pages share are grouped by the set of these pages: few files, and little
            // unused code.
            {
              name: 'shared',
              test: SHARED,
              minShareCount: 2,
              entriesAware: true,
              // A larger threshold means fewer files, but more risk of cyclic imports between them.
              entriesAwareMergeThreshold: 1200,
            },
          ],
        },
      },
    },
  },
})
