/** The logo: a vinyl record whose label is a keyhole. It has the colour of the surrounding text. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" aria-hidden>
      <circle cx="16" cy="16" r="14.75" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="16" cy="16" r="10.25" stroke="currentColor" strokeWidth="1.25" opacity=".55" />
      <path
        fill="currentColor"
        d="M16 9.75a3.75 3.75 0 0 1 2.1 6.86L19.5 22h-7l1.4-5.39A3.75 3.75 0 0 1 16 9.75Z"
      />
    </svg>
  )
}
