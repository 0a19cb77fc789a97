import { createElement, type FunctionComponent, type ReactNode, use } from 'react'
import { ApiError } from '../api/api-error.ts'
import { isServerReachable } from '../lib/browser/is-server-reachable.ts'
import { i18n } from '../lib/i18n.ts'

let retryCount = 0

/** Retries pages whose code could not be loaded. */
export const retryPages = () => retryCount++

/**
 * A lazily loaded page. If its code can't be loaded, it throws an error with a message and can be retried. The router's
 * own lazy loading reloads the document instead, which offline leaves the browser's error page.
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
        failure = { error, retryCount }
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

/** Code of a replaced release is gone: reload the document, once. */
async function toLoadError(cause: unknown): Promise<ApiError> {
  const loadError = (message: string) => new ApiError({ status: 0, message, cause })
  if (!(await isServerReachable())) return loadError(i18n.t('error.no_response'))
  const key = `reloaded:${cause}`
  if (sessionStorage.getItem(key)) return loadError(i18n.t('error.unknown'))
  sessionStorage.setItem(key, '1')
  location.reload()
  return new Promise(() => {})
}
