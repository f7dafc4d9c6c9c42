import { createElement, type ComponentProps } from 'react'

interface IconData {
  /** The elements of the icon with their attributes, in a view box of 24 × 24. */
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces lucide's function of the same name (see vite.config.ts). It does not support the options that this app does
 * not use, because their code would be a twelfth of the app's code for the first screen.
 */
export default function createLucideIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
