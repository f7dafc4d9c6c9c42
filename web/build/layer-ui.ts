import type { Plugin } from 'vite'

/** The styles of the primitives, on which the other components of src/ui are built. */
export const PRIMITIVES = /[\\/](?:Sheet|Surface|Text)\.module\.css$/

/**
 * Puts the styles of src/ui into the cascade layers `primitives` and `ui`; src/styles/main.css gives the reason.
 * @throws Error when a build contains no such style: the styles of features would then depend on the order of
 * files
 */
export function layerUi(): Plugin {
  let isBuild = false
  let layered = 0
  return {
    name: 'layer-ui',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    transform: {
      filter: { id: /[\\/]src[\\/]ui[\\/](?:[\w-]+[\\/])*[\w-]+(?:\.module)?\.css$/ },
      handler: (code, id) => {
        layered += 1
        return { code: `@layer ${PRIMITIVES.test(id) ? 'primitives' : 'ui'} {\n${code}}\n`, map: null }
      },
    },
    generateBundle: () => {
      if (isBuild && layered === 0) throw new Error('No style of src/ui was put into its layer')
    },
  }
}
