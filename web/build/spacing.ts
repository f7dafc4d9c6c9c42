import type { CSSOptions } from 'vite'

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number]

/** One step of the spacing grid, rem: 4 px at the browser's usual text size. */
const STEP_REM = 0.25

/** Replaces `--spacing(3)` with three steps of the grid, so that distances need no variable at run time. */
export const spacing: PostcssPlugin = {
  postcssPlugin: 'spacing',
  Declaration(declaration) {
    if (!declaration.value.includes('--spacing(')) return
    declaration.value = declaration.value.replaceAll(
      /--spacing\((-?\d+(?:\.\d+)?)\)/g,
      (_call, steps: string) => `${String(Number(steps) * STEP_REM)}rem`,
    )
    if (declaration.value.includes('--spacing('))
      throw declaration.error('--spacing() takes a number of steps, such as --spacing(1.5)')
  },
}
