import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pendingKey } from './pending-key.ts'

/** Opens the page of the key that was accepted before the login. */
export function PendingKey() {
  const navigate = useNavigate()
  const [key] = useState(pendingKey)
  useEffect(() => {
    if (key !== undefined) void navigate(`/k/${key}`, { replace: true })
  }, [key, navigate])
  return null
}
