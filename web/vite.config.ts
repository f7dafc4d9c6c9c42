import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the design’s CSS needs: light-dark(), popover, @starting-style. */
const BROWSERS = ['chrome123', 'edge123', 'firefox129', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    cssCodeSplit: true,
    // Inlined files would be data: addresses, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
