import { createElement, type ComponentProps } from 'react'

interface IconData {
  /** Elements and attributes in a view box of 24 × 24. */
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces the function of lucide with this name (see vite.config.ts). It leaves out the code for options that we do
 * not use, which would be a twelfth of our code on the first screen.
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
