import type { CSSOptions } from 'vite'
import { BREAKPOINTS } from '../src/ui/dom/breakpoints.ts'

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number]

/** Conditions that are used in style sheets only. */
const IN_STYLES = {
  'small-phone': '(width < 23rem)',
  'upright-phone': '(width < 30rem)',
  'landscape-phone': '((height < 30rem) and (width < 68.75rem))',
  narrow: '(width < 48rem)',
  'small-tablet': '(48rem <= width < 56rem)',
  'narrow-desktop': '(width < 60rem)',
  'below-medium': '(width < 62rem)',
  'below-desktop': '(width < 68.75rem)',
  'below-large': '(width < 80rem)',
  'desktop-without-room': '(68.75rem <= width < 82rem)',
  'below-wide': '(width < 87.5rem)',
  low: '(height < 64rem)',
  'low-desktop': '(height < 52rem)',
  'short-phone': '((width < 48rem) and (height < 44rem))',
  'very-wide': '(width >= 100rem)',
  'desktop-with-mouse': '((hover: hover) and (width >= 68.75rem))',
} as const

const CONDITIONS: ReadonlyMap<string, string> = new Map(Object.entries({ ...BREAKPOINTS, ...IN_STYLES }))

/**
 * Replaces the names of these conditions and those of `web/src/ui/dom/breakpoints.ts` with the conditions,
 * because browsers do not support custom media yet.
 * @throws Error for an undefined name, which a browser would silently ignore
 */
export const namedMedia: PostcssPlugin = {
  postcssPlugin: 'named-media',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (named, name: string) => {
        const condition = CONDITIONS.get(name)
        if (condition === undefined) throw rule.error(`No breakpoint has the name ${named}`)
        return condition
      })
    },
  },
}
