import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../lib/theme.ts'
import { markToasterMounted, useIsToasterNeeded } from '../lib/toast.ts'
import { TooltipProvider } from '../ui/overlays/tooltip.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const RETRY_MS = 2_000
const loadToaster = () => import('../ui/overlays/toaster.tsx').then((m) => ({ default: m.Toaster }))
/** The first toast may be about a lost connection: retry until the toaster loads. */
const loadToasterWithRetry = (): ReturnType<typeof loadToaster> =>
  loadToaster().catch(() => new Promise((done) => setTimeout(done, RETRY_MS)).then(loadToasterWithRetry))
const Toaster = lazy(loadToasterWithRetry)

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  const toasterWanted = useIsToasterNeeded()
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
            onMount={markToasterMounted}
          />
        )}
      </Suspense>
    </TooltipProvider>
  )
}
