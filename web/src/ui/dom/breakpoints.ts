/**
 * The conditions of the layouts. Style sheets use them as `@media (--phone)` and `@media (--tablet)`; the build
 * replaces these names by the conditions.
 */
export const BREAKPOINTS = {
  /** Narrow windows; also low windows that are not wide, such as a phone in landscape. */
  phone: '((width < 48rem) or ((height < 30rem) and (width < 68.75rem)))',
  /** Windows for the desktop layout that have little space. */
  tablet: '((48rem <= width < 68.75rem) and (height >= 30rem))',
} as const
