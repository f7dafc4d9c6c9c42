import { useNavigate } from 'react-router'

/**
 * Whether the previous history entry is a page of this site. Browsers without the Navigation API count
 * entries of other sites, too.
 */
function hasPageBehind(): boolean {
  return 'navigation' in globalThis ? globalThis.navigation.canGoBack : globalThis.history.length > 1
}

/** Goes back in the history, or to the start page if there is no previous page of this site. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => void (hasPageBehind() ? navigate(-1) : navigate('/'))
}
