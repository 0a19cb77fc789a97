import { createElement, type FunctionComponent, type ReactNode, use } from 'react'
import { ApiError } from '../api/api-error.ts'
import { i18n } from '../lib/i18n.ts'

let retryCount = 0

/** Pages that could not be fetched are asked for again. */
export const retryPages = () => retryCount++

/**
 * A page of the router whose code is fetched when it is first needed. Without a connection it fails with a sentence, and can be tried again.
 * The router's own reloads the document whatever the reason: away from the server, that leaves the browser's error page.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
): (() => ReactNode) & { preload: () => Promise<void> } {
  let page: FunctionComponent | undefined
  let loading: Promise<void> | undefined
  let failure: { error: ApiError; retryCount: number } | undefined

  const preload = () => {
    if (loading) return loading
    failure = undefined
    loading = load().then(
      (module) => {
        page = module[name]
      },
      async (cause) => {
        const error = await toLoadError(cause)
        failure = { error, retryCount: retryCount }
        loading = undefined
      },
    )
    return loading
  }
  const LazyPage = () => {
    if (!page && failure?.retryCount === retryCount) throw failure.error
    if (!page) use(preload())
    return page && createElement(page)
  }
  return Object.assign(LazyPage, { preload })
}

/** Code of a release that has been replaced is gone for good: the document is fetched anew, once. */
async function toLoadError(cause: unknown): Promise<ApiError> {
  const serverIsReachable = await fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  const loadError = (message: string) => new ApiError({ status: 0, message, cause })
  if (!serverIsReachable) return loadError(i18n.t('error.no_response'))
  const key = `reloaded:${cause}`
  if (sessionStorage.getItem(key)) return loadError(i18n.t('error.unknown'))
  sessionStorage.setItem(key, '1')
  location.reload()
  return new Promise(() => {})
}
