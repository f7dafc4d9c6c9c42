import { useNavigate } from 'react-router'

/**
 * Whether Back leads to another page of this site. In browsers without the Navigation API, pages of other sites count,
 * too.
 */
function hasPageBehind(): boolean {
  return 'navigation' in globalThis ? globalThis.navigation.canGoBack : globalThis.history.length > 1
}

/**
 * Returns a function that goes back in the history; if there is no previous page of this site, it opens the start page.
 */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => void (hasPageBehind() ? navigate(-1) : navigate('/'))
}
