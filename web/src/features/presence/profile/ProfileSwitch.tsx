import { updateProfile, type User } from '@tonarchiv/contract/users'
import { useState } from 'react'
import { call } from '#client/call.ts'
import { updateUser } from '#features/auth/index.ts'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { profileProblem } from './profile-problem.ts'

interface ProfileSwitchProps {
  user: User
  name: 'showListening' | 'letsFriendsListen' | 'showReadMarks' | 'showMomentDots'
  children: string
}

/** A switch for a setting of the account, which applies to all its devices. It is saved when it is changed. */
export function ProfileSwitch({ user, name, children }: ProfileSwitchProps) {
  const [requested, setRequested] = useState<boolean>()
  const save = async (isOn: boolean) => {
    setRequested(isOn)
    try {
      const answer = await call(updateProfile, { body: { [name]: isOn } })
      updateUser(answer.user)
    } catch (failure) {
      showToast(profileProblem(failure), { kind: 'error' })
    }
    setRequested(undefined)
  }
  return (
    <Switch
      checked={requested ?? user[name]}
      onChange={(checked) => void (requested === undefined && save(checked))}
    >
      {children}
    </Switch>
  )
}
