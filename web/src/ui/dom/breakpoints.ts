/**
 * Where the layout changes. Style sheets name these conditions as `@media (--phone)` and `@media (--tablet)`; the build
 * puts the conditions in their place.
 */
export const BREAKPOINTS = {
  /** Narrow windows, and low ones that are not wide: a phone that lies on its side. */
  phone: '((width < 48rem) or ((height < 30rem) and (width < 68.75rem)))',
  /** The desktop layout with little room. */
  tablet: '((48rem <= width < 68.75rem) and (height >= 30rem))',
} as const
