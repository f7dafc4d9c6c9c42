import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { Toaster } from '#ui/components/Toaster.tsx'

/** What the app puts around every page: addresses, the cache of calls, and toasts. Calls are not repeated. */
export function TestApp({ children }: { children: ReactNode }) {
  const [cache] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <MemoryRouter>
      <QueryClientProvider client={cache}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </MemoryRouter>
  )
}
