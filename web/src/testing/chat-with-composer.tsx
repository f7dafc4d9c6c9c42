import { useRef } from 'react'
import { onTestFinished } from 'vitest'
import { startFakeServer } from './fake-server.ts'
import { aUser, signInAs } from './sign-in.ts'
import { TestApp } from './TestApp.tsx'
import { startChat } from '#features/chat/keep-chat.ts'
import { Composer } from '#features/chat/composer/Composer.tsx'

function Room() {
  const room = useRef<HTMLDivElement>(null)
  return (
    // Its list of people opens above it.
    <div ref={room} style={{ paddingTop: '20rem' }}>
      <Composer ownId="mila" dropTarget={room} />
    </div>
  )
}

/** The composer in a chat. */
export function ChatWithComposer() {
  return (
    <TestApp>
      <Room />
    </TestApp>
  )
}

/** A chat for a logged-in member and its fake server, until the test is over. */
export function startTestChat() {
  const server = startFakeServer()
  signInAs(aUser())
  onTestFinished(startChat())
  return server
}
