/**
 * The breakpoints of the layout. Style sheets use these conditions as `@media (--phone)` and `@media
 * (--tablet)`; the build inserts the conditions.
 */
export const BREAKPOINTS = {
  /** Narrow windows, and low ones that are not wide: a phone in landscape. */
  phone: '((width < 48rem) or ((height < 30rem) and (width < 68.75rem)))',
  /** The desktop layout with little space. */
  tablet: '((48rem <= width < 68.75rem) and (height >= 30rem))',
} as const
