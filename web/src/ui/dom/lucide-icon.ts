import { createElement, type ComponentProps } from 'react'

interface IconData {
  /** Tags and attributes on a field of 24 × 24. */
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Takes the place of lucide’s own function of this name (see vite.config.ts): its icons come as plain drawings,
 * without the machinery for options we never use, which would be a twelfth of our share of the first screen.
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
