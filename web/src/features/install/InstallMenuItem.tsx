import MonitorDown from 'lucide-react/icons/monitor-down'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { requestHint } from './hint-request.ts'
import { askToInstall, useInstallWay } from './install-prompt.ts'

/**
 * A menu item that installs the app, or explains how to do that. Not rendered if the app is already installed, or
 * cannot be installed.
 */
export function InstallMenuItem() {
  const way = useInstallWay()
  if (way === undefined) return null
  return (
    <MenuItem
      icon={<MonitorDown className="icon" aria-hidden />}
      onSelect={() => (way === 'question' ? void askToInstall() : requestHint())}
    >
      Als App installieren
    </MenuItem>
  )
}
