import type { Plugin } from 'vite'

/**
 * Puts the styles of src/ui into the layer `ui`; why, says src/styles/main.css.
 * @throws Error when a build has not met one: the styles of features would then lose against them by chance.
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
