import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { useListenAlong } from './listen-along.ts'

const ListenQuestions = lazyPart(async () => (await import('./ListenQuestions.tsx')).ListenQuestions)

/** Asks the member whether others may listen along. If the member agrees, opens the page of the room. */
export function ListenAlong() {
  const { questions, path } = useListenAlong()
  const navigate = useNavigate()
  useEffect(() => {
    if (path === undefined) return
    useListenAlong.setState({ path: undefined })
    void navigate(path)
  }, [path, navigate])
  return questions.length > 0 ? <ListenQuestions questions={questions} /> : null
}
