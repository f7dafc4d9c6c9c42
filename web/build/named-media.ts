import type { CSSOptions } from 'vite'
import { BREAKPOINTS } from '../src/ui/dom/breakpoints.ts'

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number]

/**
 * Puts the conditions of `web/src/ui/dom/breakpoints.ts` in the place of their names. Browsers do not know custom media yet.
 * @throws Error for a name that is not defined; the browser would ignore the block without a word.
 */
export const namedMedia: PostcssPlugin = {
  postcssPlugin: 'named-media',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (named, name: string) => {
        const condition = new Map<string, string>(Object.entries(BREAKPOINTS)).get(name)
        if (condition === undefined) throw rule.error(`No breakpoint has the name ${named}`)
        return condition
      })
    },
  },
}
