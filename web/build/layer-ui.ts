import type { Plugin } from 'vite'

/** Puts the styles of src/ui into the layer `ui`; why, says src/styles/main.css. */
export function layerUi(): Plugin {
  return {
    name: 'layer-ui',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]ui[\\/][\w-]+(?:\.module)?\.css$/ },
      handler: (code) => ({ code: `@layer ui {\n${code}}\n`, map: null }),
    },
  }
}
