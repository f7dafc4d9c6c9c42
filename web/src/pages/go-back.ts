import { useNavigate } from 'react-router'

/** Whether a page of ours lies behind this one. Browsers that do not tell count those of others, too. */
function hasPageBehind(): boolean {
  return 'navigation' in globalThis ? globalThis.navigation.canGoBack : globalThis.history.length > 1
}

/** Goes back; for whoever came here first, to the start page instead of out of the archive. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => void (hasPageBehind() ? navigate(-1) : navigate('/'))
}
