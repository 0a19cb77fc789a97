import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../lib/theme.ts'
import { toasterIsThere, useToasterWanted } from '../lib/toast.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const AGAIN_MS = 2_000
const loadToaster = () => import('../ui/toaster.tsx').then((m) => ({ default: m.Toaster }))
/** The first thing to tell may be that the network is gone: then the toast waits, and the page stays. */
const loadPatiently = (): ReturnType<typeof loadToaster> =>
  loadToaster().catch(() => new Promise((done) => setTimeout(done, AGAIN_MS)).then(loadPatiently))
const Toaster = lazy(loadPatiently)

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  const toasterWanted = useToasterWanted()
  useDocumentTitle()
  return (
    <TooltipProvider>
      <Outlet />
      <Suspense>
        {toasterWanted && (
          <Toaster
            theme={theme}
            label={t('ui.notifications')}
            closeLabel={t('ui.close')}
            onMount={toasterIsThere}
          />
        )}
      </Suspense>
    </TooltipProvider>
  )
}
