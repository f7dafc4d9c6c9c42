import { createElement, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { PageSkeleton } from './PageSkeleton.tsx'

/**
 * A page whose code is in a separate chunk. Until the chunk is loaded, it renders the skeleton of the page. If loading
 * fails, the error boundary of the page shows it. The returned component has a method `fetch`, which loads the chunk in
 * advance.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  const Part = lazyPart(load, { throws: true })
  function Page() {
    const { pathname } = useLocation()
    return createElement(Part, { fallback: createElement(PageSkeleton, { path: pathname }) })
  }
  return Object.assign(Page, { fetch: Part.fetch })
}
