import type { Plugin } from 'vite'

/**
 * Puts the styles of src/ui into the cascade layer `ui`; src/styles/main.css gives the reason.
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
      handler: (code) => {
        layered += 1
        return { code: `@layer ui {\n${code}}\n`, map: null }
      },
    },
    generateBundle: () => {
      if (isBuild && layered === 0) throw new Error('No style of src/ui was put into its layer')
    },
  }
}
