import type { RunOptions } from 'axe-core'

/** How axe checks a document for WCAG 2.2 AA, as far as a program can. */
export const WCAG_22_AA = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // For everything else axe would collect selectors and markup of all elements that pass.
  resultTypes: ['violations'],
  // No page has frames.
  iframes: false,
} satisfies RunOptions
