// biome-ignore lint/style/noRestrictedImports: others use `lazyPart`
import { type ComponentType, lazy } from 'react'
import { isServerReachable } from './browser/is-server-reachable.ts'
import { waitOrOnline } from './browser/wait-or-online.ts'
import { i18n } from './i18n.ts'
import { toast } from './toast.ts'

const RETRY_MS = 2_000
const TOAST_ID = 'part missing'

/**
 * A component whose code is loaded when it is first rendered, or earlier by `preload`. If its code can't be loaded, a
 * toast says why, and loading is retried until it succeeds; until then the component is suspended. For a whole page, use
 * `lazyPage`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the props are those of the loaded component
export function lazyPart<Module extends Record<Name, ComponentType<any>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] & { preload: () => void } {
  const Part = lazy(async () => ({ default: (await loadWithRetry(load))[name] }))
  // `lazy` would lose the type parameters of the component.
  return Object.assign(Part as unknown as Module[Name], { preload: () => void load().catch(() => {}) })
}

async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt++) {
    try {
      const module = await load()
      if (attempt > 0) void toast.dismiss(TOAST_ID)
      return module
    } catch {
      if (attempt === 0) void showPartMissing()
      await waitOrOnline(RETRY_MS)
    }
  }
}

async function showPartMissing() {
  const options = { id: TOAST_ID }
  if (!(await isServerReachable())) return toast.error(i18n.t('error.no_response'), options)
  toast.info(i18n.t('error.outdated'), {
    ...options,
    duration: Number.POSITIVE_INFINITY,
    action: { label: i18n.t('ui.reload'), onClick: () => location.reload() },
  })
}
