import { useLocation, useNavigate } from 'react-router'
import { closeBlockQuestion, useBlockQuestion } from '#features/presence/index.ts'
import { BlockQuestion } from './BlockQuestion.tsx'

/** Asks before a member is blocked from the menu of a message. */
export function BlockQuestionHost() {
  const person = useBlockQuestion((question) => question.person)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <BlockQuestion
      person={person}
      onClose={closeBlockQuestion}
      onBlocked={() => {
        // The conversation with a blocked member is hidden.
        if (pathname.startsWith('/messages/')) void navigate('/messages', { replace: true })
      }}
    />
  )
}
