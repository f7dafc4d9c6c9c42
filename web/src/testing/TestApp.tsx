import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { Toaster } from '#ui/components/overlays/Toaster.tsx'

/** The providers of the app: router, query cache and toasts. Failed queries are not retried. */
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
