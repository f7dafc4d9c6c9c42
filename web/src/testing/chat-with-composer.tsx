import { useRef } from 'react'
import { onTestFinished } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { clearUnsentMessages } from '#client/message-database.ts'
import { startFakeServer } from './fake-server.ts'
import { aUser, signInAs } from './sign-in.ts'
import { TestApp } from './TestApp.tsx'
import { startChat } from '#features/chat/keep-chat.ts'
import { Composer } from '#features/chat/composer/Composer.tsx'

function Room() {
  const room = useRef<HTMLDivElement>(null)
  return (
    // Leaves room for the list of suggested members, which opens above the composer.
    <div ref={room} style={{ paddingTop: '20rem' }}>
      <Composer ownId="mila" dropTarget={room} onEnd={() => undefined} onJump={() => undefined} />
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

/** Starts a chat for a logged-in member with a fake server, until the end of the test. */
export function startTestChat(user = aUser()) {
  const server = startFakeServer()
  signInAs(user)
  let stop = startChat()
  onTestFinished(async () => {
    // Components that are still mounted would open the closed conversations again, without the fake server. The next
    // test would then use these conversations and, on a slow machine, get the error of their first read.
    await cleanup()
    stop()
    await clearUnsentMessages()
  })
  return {
    ...server,
    /** Ends the chat and starts it again, as a reload of the page does. */
    restart() {
      stop()
      stop = startChat()
    },
  }
}
